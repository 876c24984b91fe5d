// Applies changes to the board that snapshots do not contain yet. Pure.
// Invariant: applying a change that the snapshot contains already changes nothing visible.
import { isTerminal } from "../../contract/statuses.ts";
import type { PendingChange } from "../../shared/optimistic.ts";
import type { BoardColumn, BoardView, Card, Place, TaskPatch } from "../../contract/generated/protocol.ts";

export interface PendingMove extends PendingChange {
  /** Keys of the cards, in their new order. */
  keys: readonly string[];
  patch: TaskPatch;
  /** Key and title of the new parent, null for the top level; undefined if the parent stays. */
  parent?: { id: string; title: string } | null;
  /** Undefined if only fields change. */
  place?: Place;
}

export function withPendingMoves(board: BoardView, pending: readonly PendingMove[]): BoardView {
  return pending.reduce(withPendingMove, board);
}

function withPendingMove(board: BoardView, move: PendingMove): BoardView {
  const { keys, patch, place } = move;
  const taken = new Map<string, Card>();
  for (const { cards } of board.columns) for (const card of cards) if (keys.includes(card.key)) taken.set(card.key, card);
  const moving = keys.flatMap((key) => taken.get(key) ?? []);
  const status = patch.status;
  const columns = board.columns.map((column): BoardColumn => {
    const leaving = column.cards.filter(({ key }) => taken.has(key));
    const goesTo = (card: Card) => status ?? card.status;
    const comes = moving.filter((card) => goesTo(card) === column.status).map((card) => patchCard(card, move));
    if (leaving.length === 0 && comes.length === 0) return column;
    const stays = column.cards.filter(({ key }) => !taken.has(key));
    const cards = place === undefined && leaving.length === comes.length ? replaceCards(column.cards, comes) : insertCards(stays, comes, isTerminal(column.status) ? { kind: "first" } : place);
    const more = comes.length - leaving.length;
    return { ...column, cards, total: column.total + more, wip: column.wip + more };
  });
  return { ...board, columns };
}

function replaceCards(cards: readonly Card[], changed: readonly Card[]): Card[] {
  return cards.map((card) => changed.find(({ key }) => key === card.key) ?? card);
}

function insertCards(stays: readonly Card[], comes: readonly Card[], place: Place | undefined): Card[] {
  const at = indexOf(stays, place ?? { kind: "last" });
  return [...stays.slice(0, at), ...comes, ...stays.slice(at)];
}

function indexOf(cards: readonly Card[], place: Place): number {
  if (place.kind === "first") return 0;
  if (place.kind === "last") return cards.length;
  const at = cards.findIndex(({ id }) => id === place.id);
  if (at < 0) return cards.length;
  return place.kind === "before" ? at : at + 1;
}

function patchCard(card: Card, { patch, parent }: PendingMove): Card {
  const next: Card = { ...card, status: patch.status ?? card.status, title: patch.title ?? card.title };
  if (parent !== undefined) {
    delete next.parent;
    delete next.parentTitle;
    Object.assign(next, parent !== null && { parent: parent.id, parentTitle: parent.title });
  }
  if (patch.assignee !== undefined) setOrClear(next, "assignee", patch.assignee);
  if (patch.milestone !== undefined) setOrClear(next, "milestone", patch.milestone);
  if (patch.priority !== undefined) setOrClear(next, "priority", patch.priority);
  const { set, remove = [], add = [] } = patch.labels ?? {};
  const remaining = (set ?? card.labels).filter((label) => !remove.includes(label));
  next.labels = [...remaining, ...add.filter((label) => !remaining.includes(label))];
  return next;
}

function setOrClear<K extends "assignee" | "milestone" | "priority">(card: Card, field: K, value: Card[K] | null): void {
  if (value === null) delete card[field];
  else card[field] = value;
}

/** Returns whether a snapshot contains the change. Cards that it does not show are ignored. */
export function isShown(board: BoardView, move: PendingMove): boolean {
  const expected = withPendingMove(board, move);
  return summary(board) === summary(expected);
}

/** Returns all that a pending change can change, as a text. */
function summary({ columns }: BoardView): string {
  const fields = ({ key, title, assignee, milestone, priority, labels, parent }: Card) => [key, title, assignee, milestone, priority, labels, parent];
  return JSON.stringify(columns.map(({ cards }) => cards.map(fields)));
}
