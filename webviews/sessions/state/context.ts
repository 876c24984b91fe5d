// State and actions for every component of the sessions page.
import { createRequiredContext } from "../../shared/context.ts";
import type { Actions } from "./actions.ts";
import type { SessionsState } from "./state.ts";

interface Parts {
  state: SessionsState;
  actions: Actions;
}

export const [SessionsContext, useSessions] = createRequiredContext<Parts>("sessions");
