// Mounts a board in a page: connects host, state, actions and components. Used by the editor, tests
// and the gallery.
import { effect } from "@preact/signals";
import { render } from "preact";
import type { BoardContract } from "../contract/board.ts";
import { createToaster } from "../shared/messages/toaster.ts";
import type { Host } from "../shared/host.ts";
import { connect } from "../shared/rpc.ts";
import { createActions } from "./actions/actions.ts";
import { Board } from "./components/Board.tsx";
import { readPersistedState } from "./state/persistedState.ts";
import type { PersistedState } from "./state/persistedState.ts";
import type { Scroll } from "./dom/scroll.ts";
import { createState } from "./state/state.ts";

/** Mounts the board. Returns a function that removes it. */
export function mountBoard(root: HTMLElement, host: Host): () => void {
  const persisted = readPersistedState(host.store.read());
  const state = createState(persisted);
  const toaster = createToaster();
  const actions = createActions(state, connect<BoardContract>(host.channel), toaster);

  const scroll: Scroll = { places: persisted.scroll, changed: persist };
  function persist(): void {
    host.store.write({
      query: state.query.value,
      laneKind: state.laneKind.value,
      folds: state.folds.value,
      hiddenColumns: [...state.hiddenColumns.value],
      foldedLanes: [...state.foldedLanes.value],
      selected: [...state.selection.value.keys],
      entry: state.entry.value,
      conflicts: [...state.conflicts.value],
      scroll: scroll.places,
    } satisfies PersistedState);
  }
  const stopPersisting = effect(persist);

  render(<Board parts={{ state, actions }} toaster={toaster} scroll={scroll} />, root);
  void actions.start();
  return () => {
    stopPersisting();
    render(null, root);
  };
}
