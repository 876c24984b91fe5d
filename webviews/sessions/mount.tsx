// Mounts the sessions page in a page: in VSCode, in a test or in the gallery.
import { render } from "preact";
import type { SessionsContract } from "../contract/sessions.ts";
import type { Host } from "../shared/host.ts";
import { keepFocusInPage } from "../shared/keyboard/firstFocus.ts";
import { connect } from "../shared/rpc.ts";
import { createToaster } from "../shared/toaster.ts";
import { SessionsPage } from "./SessionsPage.tsx";
import { createActions } from "./state/actions.ts";
import { SessionsContext } from "./state/context.ts";
import { createState, readPersistedState } from "./state/state.ts";
import type { PersistedState } from "./state/state.ts";

/** Mounts the page. Returns a function that removes it. */
export function mountSessions(root: HTMLElement, host: Host): () => void {
  root.classList.add("sessions-page");
  const persisted = readPersistedState(host.store.read());
  const state = createState(persisted.query);
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
    const list = root.querySelector(".session-list");
    if (list !== null) list.scrollTop = scroll;
  });
  const stopFocus = keepFocusInPage(() => root.querySelector<HTMLElement>("[aria-current=true]") ?? root.querySelector<HTMLElement>("[role=tab][aria-selected=true]"));
  const onScroll = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement) || !target.classList.contains("session-list")) return;
    scroll = target.scrollTop;
    persist();
  };
  // Scroll events do not bubble.
  root.addEventListener("scrollend", onScroll, true);
  return () => {
    stopFocus();
    root.removeEventListener("scrollend", onScroll, true);
    render(null, root);
  };
}
