// Time ranges of a row's bars, by mode. Pure.
import type { GanttMode, GanttRow } from "../../contract/generated/protocol.ts";
import type { Dates } from "../state/pendingDates.ts";

/** From the first day to the day after the last. */
export interface Stretch {
  first: number;
  after: number;
  /** True if one of the two dates is missing, so the length has no meaning. */
  isHalf: boolean;
}

export function stretchOf({ start, due }: Dates): Stretch | null {
  const first = start ?? due;
  const last = due ?? start;
  if (first === undefined || last === undefined) return null;
  // Reversed dates are shown where they are, so that they can be noticed and fixed.
  return { first: Math.min(first, last), after: Math.max(first, last) + 1, isHalf: start === undefined || due === undefined };
}

export interface RowBars {
  plan: Stretch | null;
  actual: Stretch | null;
  baseline: Stretch | null;
}

export function barsOf(row: GanttRow, mode: GanttMode, today: number): RowBars {
  const ended = row.actualEnd ?? Math.max(today, row.actualStart ?? today);
  return {
    plan: mode === "actual" ? null : stretchOf(row),
    actual: mode === "plan" || row.actualStart === undefined ? null : stretchOf({ start: row.actualStart, due: ended }),
    baseline: stretchOf({ start: row.baselineStart, due: row.baselineDue }),
  };
}
