// The columns of a view: which are shown and collapsed, and which of their cards have changed. Pure.
import type { BoardColumn, BoardView, Status } from "../../contract/generated/protocol.ts";
import { statuses } from "../../contract/generated/values.ts";
import { isTerminal } from "../../contract/statuses.ts";
import { recordOf } from "../../contract/validate.ts";
import { reuseEqual } from "../../shared/equality.ts";

/** Columns that the user has collapsed (true) or expanded (false). */
export type Folds = Readonly<Partial<Record<Status, boolean>>>;

/** A filter by status shows its columns even if they are hidden. */
export function shownColumns(columns: readonly BoardColumn[], hidden: readonly Status[], filtered: readonly Status[]): Status[] {
  const isShown = (status: Status): boolean => (filtered.length === 0 ? !hidden.includes(status) : filtered.includes(status));
  return columns.map(({ status }) => status).filter(isShown);
}

/** Columns of finished tasks are collapsed while they are empty, unless the user has decided otherwise. */
export function foldedColumns(columns: readonly BoardColumn[], folds: Folds): Status[] {
  const isFolded = ({ status, wip }: BoardColumn): boolean => folds[status] ?? (wip === 0 && isTerminal(status));
  return columns.filter(isFolded).map(({ status }) => status);
}

export function readFolds(value: unknown): Folds {
  const stored = recordOf(value);
  return Object.fromEntries(statuses.filter((status) => typeof stored[status] === "boolean").map((status) => [status, stored[status] as boolean]));
}

/** Reuses the cards of the previous view that did not change. */
export function shareUnchanged(before: BoardView | undefined, after: BoardView): BoardView {
  const reuse = reuseEqual(before?.columns.flatMap(({ cards }) => cards) ?? [], ({ key }) => key);
  return { ...after, columns: after.columns.map((column) => ({ ...column, cards: column.cards.map(reuse) })) };
}
