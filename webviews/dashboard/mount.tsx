// Mounts the page: connects host, state, actions and components. Used by the editor, tests and the
// gallery.
import { render } from "preact";
import type { DashboardContract } from "../contract/dashboard.ts";
import { isNumber, recordOf } from "../contract/validate.ts";
import type { Host } from "../shared/host.ts";
import { connect } from "../shared/rpc.ts";
import { createToaster } from "../shared/messages/toaster.ts";
import { DashboardPage } from "./DashboardPage.tsx";
import { createActions } from "./state/actions.ts";
import { createState } from "./state/state.ts";

/** Mounts the page. Returns a function that removes it. */
export function mountDashboard(root: HTMLElement, host: Host): () => void {
  const state = createState();
  const toaster = createToaster();
  const actions = createActions(state, connect<DashboardContract>(host.channel), toaster);
  const { scroll: top } = recordOf(host.store.read());
  const scroll = { top: isNumber(top) ? top : 0, changed: (changed: number) => host.store.write({ scroll: changed }) };
  render(<DashboardPage parts={{ state, actions }} toaster={toaster} scroll={scroll} />, root);
  void actions.start();
  return () => render(null, root);
}
