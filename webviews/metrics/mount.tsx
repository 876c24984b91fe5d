// Mounts the page: connects host, state, actions and components. Used by the editor, tests and the
// gallery.
import { effect } from "@preact/signals";
import { render } from "preact";
import type { MetricsContract } from "../contract/metrics.ts";
import type { Host } from "../shared/host.ts";
import { connect } from "../shared/rpc.ts";
import { createToaster } from "../shared/messages/toaster.ts";
import { MetricsPage } from "./MetricsPage.tsx";
import { createActions } from "./state/actions.ts";
import { readPersistedState } from "./state/persistedState.ts";
import type { PersistedState } from "./state/persistedState.ts";
import { createState } from "./state/state.ts";

/** Mounts the page. Returns a function that removes it. */
export function mountMetrics(root: HTMLElement, host: Host): () => void {
  const persisted = readPersistedState(host.store.read());
  const state = createState(persisted);
  const toaster = createToaster();
  const actions = createActions(state, connect<MetricsContract>(host.channel), toaster);
  let scrollTop = persisted.scroll;
  function persist(): void {
    host.store.write({ choices: state.choices.value, tables: [...state.tables.value], scroll: scrollTop } satisfies PersistedState);
  }
  const stopPersisting = effect(persist);
  const changed = (top: number): void => {
    scrollTop = top;
    persist();
  };

  render(<MetricsPage parts={{ state, actions }} toaster={toaster} scroll={{ top: persisted.scroll, changed }} />, root);
  void actions.start();
  return () => {
    stopPersisting();
    render(null, root);
  };
}
