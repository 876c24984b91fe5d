// Reuses card objects of the previous snapshot that did not change, so that only changed cards are
// rendered again. Pure.
import type { BoardView, Card } from "../../contract/generated/protocol.ts";
import { isEqual } from "../../shared/equality.ts";

export function shareUnchanged(before: BoardView | undefined, after: BoardView): BoardView {
  if (before === undefined) return after;
  const known = new Map<string, Card>();
  for (const { cards } of before.columns) for (const card of cards) known.set(card.key, card);
  const columns = after.columns.map((column) => {
    const cards = column.cards.map((card) => {
      const old = known.get(card.key);
      return old !== undefined && isEqual(old, card) ? old : card;
    });
    return { ...column, cards };
  });
  return { ...after, columns };
}
