// The scale at which a plan fits into the chart.
import type { GanttMode, GanttView, ProposedMove } from "../../contract/generated/protocol.ts";
import { fitInto } from "../time/fit.ts";
import type { Fit } from "../time/fit.ts";
import { levelPx } from "../state/zoom.ts";
import { barsOf, spanOf, stretchOf } from "../time/bars.ts";
import type { Span } from "../time/scale.ts";
import { longestBehind, textWidth } from "./labels.ts";

/** With narrower days, bars of a few days are too small to tell apart. */
const LEAST_READABLE_PX = levelPx.quarter;

/** Days are at most as wide as at the level of days: a short plan need not be stretched. */
export function fitOf(view: GanttView, mode: GanttMode, width: number, proposed: readonly ProposedMove[] = []): Fit {
  const bars = view.rows.flatMap((row) => {
    const { plan, actual } = barsOf(row, mode, view.today);
    const stretch = plan ?? actual;
    return stretch === null ? [] : [{ ...stretch, name: Math.min(longestBehind, textWidth(row.title)) }];
  });
  return fitInto(spanOf(view, mode, proposed), bars, width, levelPx.day);
}

/** Returns the days of proposed bars and the scale, of at most `greatest` pixels a day, at which they fit; null without any. */
export function fitOfProposed(moves: readonly ProposedMove[], width: number, greatest: number): (Fit & Span) | null {
  const bars = moves.flatMap((move) => stretchOf(move) ?? []).map((bar) => ({ ...bar, name: 0 }));
  if (bars.length === 0) return null;
  const span = { first: Math.min(...bars.map(({ first }) => first)), last: Math.max(...bars.map(({ after }) => after)) - 1 };
  return { ...span, ...fitInto(span, bars, width, greatest) };
}

/** Returns the scale with which a chart opens that shows the whole plan; null if nobody could read it. */
export function openingFitOf(view: GanttView, mode: GanttMode, width: number): Fit | null {
  const { first, last } = spanOf(view, mode);
  if (width / (last - first + 1) < LEAST_READABLE_PX) return null;
  const fit = fitOf(view, mode, width);
  return fit.px < LEAST_READABLE_PX ? null : fit;
}
