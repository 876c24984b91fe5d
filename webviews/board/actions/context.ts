// State and actions for every component of the board.
import { createRequiredContext } from "../../shared/context.ts";
import type { BoardState } from "../state/state.ts";
import type { Actions } from "./actions.ts";

export interface BoardParts {
  state: BoardState;
  actions: Actions;
}

export const [BoardContext, useBoard] = createRequiredContext<BoardParts>("board");
