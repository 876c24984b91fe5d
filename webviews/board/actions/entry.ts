// Opens the fields for a card's title and for a new card.
import type { Status } from "../../contract/generated/protocol.ts";
import type { Spot } from "../../shared/selection.ts";
import { laneName } from "../state/state.ts";
import type { BoardState } from "../state/state.ts";

interface ReadOnlyGuard {
  /** Shows a message if nothing can be changed. Returns whether it did. */
  refuseIfReadOnly(): boolean;
}

/** Opens the field that edits the title of a card. */
export function editTitle(state: BoardState, { refuseIfReadOnly }: ReadOnlyGuard, { key, lane = "" }: Spot): void {
  const card = state.cards.peek().get(key);
  if (card === undefined || refuseIfReadOnly()) return;
  state.entryProblem.value = null;
  state.entry.value = { kind: "title", key, lane, text: card.title, seen: card.title };
}

/**
 * Opens the field that adds a card to a cell. Returns true, since the key or click is handled
 * either way.
 */
export function beginAdding(state: BoardState, { refuseIfReadOnly }: ReadOnlyGuard, status: Status, lane: string, text = ""): boolean {
  if (refuseIfReadOnly()) return true;
  state.entryProblem.value = null;
  state.entry.value = { kind: "add", status, lane, text };
  state.folds.value = { ...state.folds.peek(), [status]: false };
  state.foldedLanes.value = state.foldedLanes.peek().filter((folded) => folded !== laneName(state, lane));
  return true;
}
