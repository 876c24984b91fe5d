// What every part of the board needs: what is shown, what can be done, and where the focus is.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Actions } from "./actions.ts";
import type { BoardState } from "../state/state.ts";

export interface BoardParts {
  state: BoardState;
  actions: Actions;
}

export const BoardContext = createContext<BoardParts | null>(null);

export function useBoard(): BoardParts {
  const parts = useContext(BoardContext);
  if (parts === null) throw new Error("A part of the board was drawn outside of it.");
  return parts;
}
