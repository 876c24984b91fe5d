// The scale at which a plan fits into the chart.
import type { GanttMode, GanttRow, GanttView, ProposedMove } from "../../contract/generated/protocol.ts";
import { isTerminal } from "../../contract/statuses.ts";
import { fitInto } from "../time/fit.ts";
import type { FittedDays } from "../time/fit.ts";
import { levelPx } from "../state/zoom.ts";
import { barsOf, spanOf, stretchOf } from "../time/bars.ts";
import type { Stretch } from "../time/bars.ts";
import type { Span } from "../time/scale.ts";
import { isHeading } from "../state/tree.ts";
import { longestBehind, textWidth } from "./labels.ts";

/** With narrower days, bars of a few days are too small to tell apart. */
const LEAST_READABLE_PX = levelPx.quarter;

/** The rows of a view, and the indexes of those that have a line. */
export type Plan = Pick<GanttView, "rows" | "milestones" | "today"> & { shown: readonly number[] };

/** Days are at most as wide as at the level of days: a short plan need not be stretched. */
export function fitOf(plan: Plan, mode: GanttMode, width: number, proposed: readonly ProposedMove[] = []): FittedDays {
  const rows = fittedRows(plan, mode);
  const bars = rows.flatMap((row) => {
    const stretch = barOf(row, mode, plan.today);
    return stretch === null ? [] : [{ ...stretch, name: Math.min(longestBehind, textWidth(row.title)) }];
  });
  const span = spanToFit(plan, rows, mode, proposed);
  const names = plan.milestones.filter(({ day }) => day >= span.first).map(({ name, day }) => ({ first: day, after: day + 1, name: textWidth(name) }));
  return { ...span, ...fitInto(span, [...bars, ...names], width, levelPx.day) };
}

function barOf(row: GanttRow, mode: GanttMode, today: number): Stretch | null {
  const { plan, actual } = barsOf(row, mode, today);
  return plan ?? actual;
}

/**
 * Returns the rows whose bars are to be in sight: tasks that are open, and finished ones that have a line.
 * The bar of a parent is left out if those below it have one: it begins with its finished subtasks.
 */
function fittedRows({ rows, shown, today }: Plan, mode: GanttMode): GanttRow[] {
  const lines = new Set(shown);
  const hasBar = (row: GanttRow): boolean => barOf(row, mode, today) !== null;
  const fitted = rows.filter((row, at) => {
    if (isHeading(row) || (isTerminal(row.status) && !lines.has(at)) || !hasBar(row)) return false;
    return !rows.slice(at + 1, at + 1 + (row.below ?? 0)).some(hasBar);
  });
  return fitted.length > 0 ? fitted : rows;
}

/** Returns the days of the rows, of today, of proposed bars and of the milestones from then on. */
function spanToFit({ milestones, today }: Plan, rows: GanttRow[], mode: GanttMode, proposed: readonly ProposedMove[]): Span {
  const { first } = spanOf({ rows, milestones: [], today }, mode, proposed);
  return spanOf({ rows, milestones: milestones.filter(({ day }) => day >= first), today }, mode, proposed);
}

/** Returns the scale, of at most `greatest` pixels a day, at which proposed bars and those that they replace fit; null without any. */
export function fitOfProposed(moves: readonly ProposedMove[], width: number, greatest: number): FittedDays | null {
  const bars = moves
    .flatMap((move) => [stretchOf(move) ?? [], stretchOf({ start: move.startBefore, due: move.dueBefore }) ?? []].flat())
    .map((bar) => ({ ...bar, name: 0 }));
  if (bars.length === 0) return null;
  const span = { first: Math.min(...bars.map(({ first }) => first)), last: Math.max(...bars.map(({ after }) => after)) - 1 };
  return { ...span, ...fitInto(span, bars, width, greatest) };
}

/** Returns the scale with which a chart opens that shows the whole plan; null if nobody could read it. */
export function openingFitOf(plan: Plan, mode: GanttMode, width: number): FittedDays | null {
  const fit = fitOf(plan, mode, width);
  return fit.px < LEAST_READABLE_PX ? null : fit;
}
