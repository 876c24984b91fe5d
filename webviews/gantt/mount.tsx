// Mounts a Gantt chart in a page: connects host, state, actions and components. Used by the editor,
// tests and the gallery.
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import type { GanttContract } from "../contract/gantt.ts";
import { createToaster } from "../shared/messages/toaster.ts";
import type { Host } from "../shared/host.ts";
import { connect } from "../shared/rpc.ts";
import { createActions } from "./state/actions.ts";
import { GanttPage } from "./GanttPage.tsx";
import { readPersistedState } from "./state/persistedState.ts";
import type { PersistedState } from "./state/persistedState.ts";
import { createState } from "./state/state.ts";

/** Mounts the chart. Returns a function that removes it. */
export function mountGantt(root: HTMLElement, host: Host): () => void {
  const persisted = readPersistedState(host.store.read());
  const state = createState(persisted);
  const toaster = createToaster();
  const actions = createActions(state, connect<GanttContract>(host.channel), toaster);
  const place = signal(persisted.place);

  const stopPersisting = effect(() => {
    host.store.write({
      query: state.query.value,
      mode: state.chosenMode.value,
      px: state.chosenPx.value,
      place: place.value,
      collapsed: [...state.collapsed.value],
      selected: [...state.selection.value.keys],
      columns: state.chosenColumns.value === null ? null : [...state.chosenColumns.value],
      widths: state.widths.value,
      grid: state.grid.value,
      switches: state.switches.value,
    } satisfies PersistedState);
  });

  render(<GanttPage parts={{ state, actions }} toaster={toaster} place={place} />, root);
  void actions.start();
  return () => {
    actions.flush();
    stopPersisting();
    render(null, root);
  };
}
