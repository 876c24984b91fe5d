// Dates of dropped bars that snapshots do not contain yet. Pure.
import type { GanttRow } from "../../contract/generated/protocol.ts";
import type { PendingChange } from "../../shared/optimistic.ts";

export interface Dates {
  start?: number | undefined;
  due?: number | undefined;
}

/** Dates by row key. */
export interface PendingDates extends PendingChange {
  dates: ReadonlyMap<string, Dates>;
}

/** Applies pending dates to rows; returns the same array if there are none. */
export function withPendingDates(rows: readonly GanttRow[], pending: readonly PendingDates[]): readonly GanttRow[] {
  if (pending.length === 0) return rows;
  const datesByKey = new Map(pending.flatMap(({ dates }) => [...dates]));
  return rows.map((row) => {
    const dates = datesByKey.get(row.key);
    return dates === undefined ? row : withDates(row, dates);
  });
}

/** Returns a row with other dates. */
export function withDates(row: GanttRow, { start, due }: Dates): GanttRow {
  const { start: _, due: __, ...rest } = row;
  return { ...rest, ...(start !== undefined && { start }), ...(due !== undefined && { due }) };
}
