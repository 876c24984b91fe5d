// State and actions for every component of the page.
import { createRequiredContext } from "../../shared/context.ts";
import type { Actions } from "./actions.ts";
import type { TimeState } from "./state.ts";

export interface TimeParts {
  state: TimeState;
  actions: Actions;
}

export const [TimeContext, useTime] = createRequiredContext<TimeParts>("time");
