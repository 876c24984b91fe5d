// Mounts the sessions page in a page: in VSCode, in a test or in the gallery.
import { render } from "preact";
import type { SessionsContract } from "../contract/sessions.ts";
import type { Host } from "../shared/host.ts";
import { keepFocusInPage } from "../shared/keyboard/firstFocus.ts";
import { onListScroll, scrollList } from "../shared/listPage/keepScroll.ts";
import { connect } from "../shared/rpc.ts";
import { createToaster } from "../shared/messages/toaster.ts";
import { SessionsPage } from "./SessionsPage.tsx";
import { createActions } from "./state/actions.ts";
import { SessionsContext } from "./state/context.ts";
import { createState, readPersistedState } from "./state/state.ts";
import type { PersistedState } from "./state/state.ts";

/** Mounts the page. Returns a function that removes it. */
export function mountSessions(root: HTMLElement, host: Host): () => void {
  root.classList.add("list-page", "sessions-page");
  const persisted = readPersistedState(host.store.read());
  const state = createState(persisted);
  const toaster = createToaster();
  let scroll = persisted.scroll;
  const persist = (): void => host.store.write({ query: state.query.peek(), scroll } satisfies PersistedState);
  const actions = createActions(state, connect<SessionsContract>(host.channel), { toaster, persist });

  render(
    <SessionsContext.Provider value={{ state, actions }}>
      <SessionsPage toaster={toaster} />
    </SessionsContext.Provider>,
    root,
  );
  void actions.start().then(() => {
    scrollList(root, scroll);
  });
  const stopFocus = keepFocusInPage(() => root.querySelector<HTMLElement>("[aria-current=true]") ?? root.querySelector<HTMLElement>("[role=tab][aria-selected=true], .empty .button"));
  const stopScroll = onListScroll(root, (position) => {
    scroll = position;
    persist();
  });
  return () => {
    stopFocus();
    stopScroll();
    render(null, root);
  };
}
