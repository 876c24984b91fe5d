// Dates that bars keep from the drop until a snapshot says them. Pure.
import type { GanttRow } from "../../contract/generated/protocol.ts";

export interface Dates {
  start?: number | undefined;
  due?: number | undefined;
}

export interface Held {
  id: number;
  /** By row key. */
  dates: ReadonlyMap<string, Dates>;
  /** Revision of the snapshot on which they were dropped. */
  revision: number;
  /** The command was carried out, and the snapshot that says so is still to come. */
  granted: boolean;
}

/** Rows with the dates that are held; the same array when none are. */
export function withHeld(rows: readonly GanttRow[], held: readonly Held[]): readonly GanttRow[] {
  if (held.length === 0) return rows;
  const wanted = new Map(held.flatMap(({ dates }) => [...dates]));
  return rows.map((row) => {
    const dates = wanted.get(row.key);
    return dates === undefined ? row : dated(row, dates);
  });
}

/** A row with other dates. */
export function dated(row: GanttRow, { start, due }: Dates): GanttRow {
  const { start: _, due: __, ...rest } = row;
  return { ...rest, ...(start !== undefined && { start }), ...(due !== undefined && { due }) };
}

/** What is still held after a snapshot has come. */
export function afterSnapshot(held: readonly Held[]): readonly Held[] {
  return held.some(({ granted }) => granted) ? held.filter(({ granted }) => !granted) : held;
}

/** What is still held after a command was carried out: nothing, when its snapshot came before the answer. */
export function afterGrant(held: readonly Held[], id: number, changed: boolean, revision: number): readonly Held[] {
  return held.flatMap((one) => {
    if (one.id !== id) return [one];
    return changed && one.revision === revision ? [{ ...one, granted: true }] : [];
  });
}
