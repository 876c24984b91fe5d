// Mounts the library page in a page: in VSCode, in a test or in the gallery.
import { render } from "preact";
import type { LibraryContract } from "../contract/library.ts";
import type { Host } from "../shared/host.ts";
import { keepFocusInPage } from "../shared/keyboard/firstFocus.ts";
import { listenForPageKeys } from "../shared/keyboard/pageKeys.ts";
import { onListScroll, scrollList } from "../shared/listPage/keepScroll.ts";
import { connect } from "../shared/rpc.ts";
import { createToaster } from "../shared/messages/toaster.ts";
import { LibraryPage } from "./LibraryPage.tsx";
import { createActions } from "./state/actions.ts";
import { LibraryContext } from "./state/context.ts";
import { createState, readPersistedState } from "./state/state.ts";
import type { PersistedState } from "./state/state.ts";

/** Mounts the page. Returns a function that removes it. */
export function mountLibrary(root: HTMLElement, host: Host): () => void {
  root.classList.add("list-page", "library-page");
  const persisted = readPersistedState(host.store.read());
  const state = createState(persisted);
  const toaster = createToaster();
  let scroll = persisted.scroll;
  const persist = (): void => host.store.write({ query: state.query.peek(), drafts: state.drafts.peek(), scroll } satisfies PersistedState);
  const actions = createActions(state, connect<LibraryContract>(host.channel), { toaster, persist });

  render(
    <LibraryContext.Provider value={{ state, actions }}>
      <LibraryPage toaster={toaster} />
    </LibraryContext.Provider>,
    root,
  );
  void actions.start().then(() => scrollList(root, scroll));
  const stops = [
    keepFocusInPage(() => root.querySelector<HTMLElement>("[aria-current=true]") ?? root.querySelector<HTMLElement>("[role=tab][aria-selected=true]")),
    listenForPageKeys(actions, () => false),
    onListScroll(root, (position) => {
      scroll = position;
      persist();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    render(null, root);
  };
}
