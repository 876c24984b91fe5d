// State and actions for every component of the page.
import { createRequiredContext } from "../../shared/context.ts";
import type { Actions } from "./actions.ts";
import type { DashboardState } from "./state.ts";

export interface DashboardParts {
  state: DashboardState;
  actions: Actions;
}

export const [DashboardContext, useDashboard] = createRequiredContext<DashboardParts>("dashboard");
