// Time ranges of a row's bars, by mode. Pure.
import type { GanttMode, GanttRow, GanttView, ProposedMove } from "../../contract/generated/protocol.ts";
import type { Span } from "./scale.ts";

/** From the first day to the day after the last. */
export interface Stretch {
  first: number;
  after: number;
  /** True if one of the two dates is missing, so the length has no meaning. */
  isHalf: boolean;
}

export function stretchOf({ start, due }: { start?: number | undefined; due?: number | undefined }): Stretch | null {
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

/** Ignores dates further away: a typing error must not make the sheet too wide to scroll. */
const MAX_DAYS_FROM_TODAY = 36525;

/** Returns the days from the first to the last of today, the milestones, the bars that a mode shows, and proposed bars. */
export function spanOf({ rows, milestones, today }: Pick<GanttView, "rows" | "milestones" | "today">, mode: GanttMode, proposed: readonly ProposedMove[] = []): Span {
  let [first, last] = [today, today];
  const take = (day: number): void => {
    if (Math.abs(day - today) > MAX_DAYS_FROM_TODAY) return;
    first = Math.min(first, day);
    last = Math.max(last, day);
  };
  const takeBar = (bar: Stretch | null): void => {
    if (bar === null) return;
    take(bar.first);
    take(bar.after - 1);
  };
  for (const row of rows) {
    const { plan, actual, baseline } = barsOf(row, mode, today);
    for (const bar of [plan, actual, baseline]) takeBar(bar);
  }
  for (const move of proposed) takeBar(stretchOf(move));
  for (const { day } of milestones) take(day);
  return { first, last };
}
