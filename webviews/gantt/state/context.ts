// State and actions for every component of the chart.
import { createRequiredContext } from "../../shared/context.ts";
import type { Actions } from "./actions.ts";
import type { GanttState } from "./state.ts";

export interface GanttParts {
  state: GanttState;
  actions: Actions;
}

export const [GanttContext, useGantt] = createRequiredContext<GanttParts>("chart");
