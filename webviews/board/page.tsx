// The board as a page.
import "../shared/theme/base.css";
import "./board.css";
import { createPage } from "../shared/pages/createPage.tsx";
import { gestures } from "./components/gestures.ts";
import { BoardContext, createActions } from "./actions/actions.ts";
import { Board } from "./components/Board.tsx";
import { boardPageKeys } from "./input/keys.ts";
import { readPersistedState } from "./state/persistedState.ts";
import { createState } from "./state/state.ts";

export const mountBoard = createPage({
  page: "board",
  gestures,
  readPersistedState,
  createState,
  createActions,
  context: BoardContext,
  persist: (state) => ({
    query: state.query.value,
    laneKind: state.laneKind.value,
    folds: state.folds.value,
    hiddenColumns: [...state.hiddenColumns.value],
    foldedLanes: [...state.foldedLanes.value],
    selected: [...state.selection.value.keys],
    cardFields: [...state.cardFields.value],
    entry: state.entry.value,
    conflicts: [...state.conflicts.value],
    scroll: state.scroll.value,
  }),
  Page: Board,
  keysOf: boardPageKeys,
});
