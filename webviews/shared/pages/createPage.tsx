// Makes a page of its declaration, and does what all pages do alike: connects the page with its
// host, persists its state, renders it and removes it.
import { effect } from "@preact/signals";
import { render } from "preact";
import type { ComponentType, Context } from "preact";
import type { ProjectPage } from "../../contract/surfaces.ts";
import { connectPage } from "../connection.ts";
import type { Connection, PageContract, PageState } from "../connection.ts";
import { mountInEditor } from "../host.ts";
import type { Host } from "../host.ts";
import type { Gesture } from "../help/Help.tsx";
import { PageBar } from "./PageBar.tsx";
import { findInContent, keepFocusInPage } from "../keyboard/firstFocus.ts";
import { listenForPageKeys } from "../keyboard/pageKeys.ts";
import { OpenPageContext } from "../openPageContext.ts";
import { ToasterContext } from "../toasterContext.ts";

/** State and actions, for every component of a page. */
export interface PageParts<State, Actions> {
  state: State;
  actions: Actions;
}

/** What differs from page to page. */
interface PageDeclaration<C extends PageContract, Persisted, State extends PageState, Actions> {
  page: ProjectPage;
  /** Returns the keys of the page, with what they do. */
  gestures: () => Gesture[];
  /** Classes of the element around the page's content. */
  classes?: readonly string[];
  /** Reads the state that survived a reload; invalid values are replaced by defaults. */
  readPersistedState(stored: unknown): Persisted;
  createState(persisted: Persisted): State;
  createActions(state: State, connection: Connection<C>): Actions;
  /** The context by which the components get state and actions. */
  context: Context<PageParts<State, Actions> | null>;
  /** Returns the state to persist. Runs again whenever a signal changes that it reads. */
  persist(state: State): Persisted;
  Page: ComponentType;
  /**
   * Returns the handler of the page's own keys, which returns whether it handled one. With it, the
   * page also has the keys for undo and redo.
   */
  keysOf?(parts: PageParts<State, Actions>): (key: string, event: KeyboardEvent) => boolean;
}

/**
 * Returns the function that mounts the page, which returns the function that removes it. In VSCode,
 * the page is mounted at once.
 */
export function createPage<C extends PageContract, Persisted, State extends PageState, Actions extends { start(): Promise<void> }>(
  declaration: PageDeclaration<C, Persisted, State, Actions>,
): (root: HTMLElement, host: Host) => () => void {
  const { page, gestures, classes = [], readPersistedState, createState, createActions, context: PageContext, persist, Page, keysOf } = declaration;
  const hasUndo = keysOf !== undefined;
  function mount(root: HTMLElement, host: Host): () => void {
    root.classList.add("framed");
    const state = createState(readPersistedState(host.store.read()));
    const connection = connectPage<C>(host.channel, state);
    const actions = createActions(state, connection);
    const parts = { state, actions };
    const stops: (() => void)[] = [effect(() => host.store.write(persist(state)))];
    render(
      <ToasterContext.Provider value={connection.toaster}>
        <OpenPageContext.Provider value={connection.openPage}>
          <PageContext.Provider value={parts}>
            <Bar page={page} state={state} connection={connection} gestures={gestures} hasUndo={hasUndo} />
            <div class={["page-body", ...classes].join(" ")}>
              <Page />
            </div>
          </PageContext.Provider>
        </OpenPageContext.Provider>
      </ToasterContext.Provider>,
      root,
    );
    void actions.start();
    stops.push(keepFocusInPage(() => findInContent(root.querySelector(".page-body") ?? root)));
    if (keysOf !== undefined) stops.push(listenForPageKeys(connection, keysOf(parts)));
    return () => {
      for (const stop of stops) stop();
      render(null, root);
    };
  }
  mountInEditor(mount);
  return mount;
}

interface BarProps {
  page: ProjectPage;
  state: PageState;
  connection: Pick<Connection<PageContract>, "openPage" | "undo" | "redo">;
  gestures: () => Gesture[];
  hasUndo: boolean;
}

/** The bar is empty until the texts have arrived, in the language of the user. */
function Bar({ page, state, connection: { openPage, undo, redo }, gestures, hasUndo }: BarProps) {
  const project = state.snapshot.value?.project;
  if (project === undefined && state.failure.value === null) return <div class="page-bar" />;
  return <PageBar here={page} open={openPage} gestures={gestures} {...(hasUndo && { history: { steps: project, undo, redo } })} />;
}
