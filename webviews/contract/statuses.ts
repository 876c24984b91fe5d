// The meaning of statuses.
import { terminalStatuses } from "./generated/values.ts";
import { oneOf } from "./validate.ts";

/** Returns whether a status is one of finished tasks. */
export const isTerminal = oneOf(terminalStatuses);
