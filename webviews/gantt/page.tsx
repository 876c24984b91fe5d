// The Gantt chart as a page.
import "../shared/theme/base.css";
import "./gantt.css";
import { createPage } from "../shared/pages/createPage.tsx";
import { gestures } from "./panels/gestures.ts";
import { GanttPage } from "./GanttPage.tsx";
import { chartPageKeys } from "./input/keys.ts";
import { GanttContext, createActions } from "./state/actions.ts";
import { readPersistedState } from "./state/persistedState.ts";
import { createState } from "./state/state.ts";

export const mountGantt = createPage({
  page: "gantt",
  gestures,
  readPersistedState,
  createState,
  createActions,
  context: GanttContext,
  persist: (state) => ({
    query: state.query.value,
    mode: state.chosenMode.value,
    px: state.chosenPx.value,
    place: state.place.value,
    toggled: [...state.toggled.value],
    selected: [...state.selection.value.keys],
    columns: state.chosenColumns.value === null ? null : [...state.chosenColumns.value],
    widths: state.chosenWidths.value,
    grid: state.grid.value,
    switches: state.switches.value,
    proposal: state.chosenProposal.value,
  }),
  Page: GanttPage,
  keysOf: chartPageKeys,
});
