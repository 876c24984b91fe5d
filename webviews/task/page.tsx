// The task editor as a page. Its task changes, so it does not use `createPage`.
import "../shared/theme/base.css";
import "./task.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import type { TaskContract } from "../contract/task.ts";
import { announce } from "../shared/messages/announcer.ts";
import { listenForPageKeys } from "../shared/keyboard/pageKeys.ts";
import { keepFocusInPage } from "../shared/keyboard/firstFocus.ts";
import { takesKeys } from "../shared/keyboard/typing.ts";
import { mountInEditor } from "../shared/host.ts";
import type { Host } from "../shared/host.ts";
import { taskContext } from "../shared/taskContext.ts";
import { setLocale } from "../shared/text/language.ts";
import { connect } from "../shared/rpc.ts";
import type { Client } from "../shared/rpc.ts";
import { EditorContext, createActions } from "./state/actions.ts";
import { TaskPage } from "./TaskPage.tsx";
import { readPersistedState } from "./state/persistedState.ts";
import type { PersistedState } from "./state/persistedState.ts";
import { createState } from "./state/state.ts";

/** Time without typing after which text is saved. */
const SAVE_DELAY_MS = 500;

/** One task on the page. */
interface PageHandle {
  /** Returns whether the page was edited. */
  hasBegun(): boolean;
  close(): void;
}

/** Mounts the page in `root`. Returns a function that removes it. */
export async function mountTask(root: HTMLElement, host: Host): Promise<() => void> {
  root.classList.add("task-page");
  const client = connect<TaskContract>(host.channel);
  let shown: PageHandle | undefined;
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work));

  /**
   * Switches to the task that the host has chosen, unless the page was edited; the host knows that
   * from `keep`.
   */
  async function follow(): Promise<void> {
    if (shown?.hasBegun() === true) return;
    // From here on nothing can be typed for the old task.
    root.inert = true;
    try {
      if (await client.ask.follow(null)) shown = await showTask(host, root, client, shown);
    } finally {
      root.inert = false;
    }
  }

  client.on("follow", () => void inTurn(follow));
  await inTurn(async () => {
    shown = await showTask(host, root, client);
  });
  return () => shown?.close();
}

mountInEditor(mountTask);

/** Shows the host's task; the previous one stays until it is loaded. */
async function showTask(host: Host, root: HTMLElement, client: Client<TaskContract>, before?: PageHandle): Promise<PageHandle> {
  const persisted = readPersistedState(host.store.read());
  const state = createState();
  let latest: PersistedState | null = persisted;

  const actions = createActions(client.ask, state, {
    persisted,
    announce,
    saveDelayMs: SAVE_DELAY_MS,
    persist: (words) => {
      latest = { ...words, scroll: root.scrollTop };
      host.store.write(latest);
    },
  });
  client.on("changed", actions.receive);
  client.on("timers", actions.receiveTimers);

  const load = (): Promise<void> => actions.load((strings, locale) => setLocale({ strings, locale }));
  const draw = (): void =>
    render(
      <EditorContext.Provider value={{ state, actions }}>
        <TaskPage reload={() => void load()} />
      </EditorContext.Provider>,
      root,
    );
  if (before === undefined) draw();
  await load();
  if (before !== undefined) {
    before.close();
    draw();
  }
  root.scrollTop = persisted !== null && persisted.task === state.task.peek()?.card.key ? persisted.scroll : 0;

  const stopTellingMenu = effect(() => {
    const card = state.task.value?.card;
    const context = taskContext(state.snapshot.value?.project, card === undefined ? [] : [card.id], card === undefined ? [] : [card.status]);
    root.dataset["vscodeContext"] = JSON.stringify(context);
  });
  // Not the title itself: it saves what is typed, and a key pressed after opening must change nothing.
  const findHeading = (): HTMLElement | null => root.querySelector("#heading");
  const stopBeginning = keepFocusInPage(findHeading);
  client.on("opened", () => findHeading()?.focus());
  const stop = new AbortController();
  const { signal } = stop;
  root.addEventListener(
    "scrollend",
    () => {
      if (latest === null) actions.persist();
      else host.store.write((latest = { ...latest, scroll: root.scrollTop }));
    },
    { signal },
  );
  // Also text that is not a draft yet, such as a label or an IME composition.
  for (const type of ["input", "compositionstart"]) root.addEventListener(type, actions.beginTyping, { signal });
  document.addEventListener(
    "keydown",
    (event) => {
      const editsTitle = event.key === "F2" ? !takesKeys(event.target) : event.key === "Enter" && event.target === findHeading();
      if (!editsTitle || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      editTitle(root);
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  const stopKeys = listenForPageKeys(
    { undo: () => void actions.carryOut({ kind: "undo" }), redo: () => void actions.carryOut({ kind: "redo" }) },
    () => false,
  );
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      void actions.flushAll(true);
    },
    { signal },
  );
  // VSCode destroys the page without notice when its tab is hidden.
  document.addEventListener("visibilitychange", () => void actions.flushAll(), { signal });
  return {
    hasBegun: actions.hasBegun,
    close: () => {
      stopKeys();
      stop.abort();
      stopTellingMenu();
      stopBeginning();
      actions.stop();
      render(null, root);
    },
  };
}

/** Sets the caret at the end of the title. */
function editTitle(root: HTMLElement): void {
  const title = root.querySelector<HTMLTextAreaElement>("#title");
  title?.focus();
  title?.setSelectionRange(title.value.length, title.value.length);
}
