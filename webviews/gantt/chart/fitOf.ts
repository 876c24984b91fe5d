// The scale at which a plan fits into the chart.
import type { GanttMode, GanttView } from "../../contract/generated/protocol.ts";
import { fitInto } from "../time/fit.ts";
import type { Fit } from "../time/fit.ts";
import { levelPx } from "../state/zoom.ts";
import { barsOf, spanOf } from "../time/bars.ts";
import { longestBehind, textWidth } from "./labels.ts";

/** With narrower days, bars of a few days are too small to tell apart. */
const LEAST_READABLE_PX = levelPx.quarter;

/** Days are at most as wide as at the level of days: a short plan need not be stretched. */
export function fitOf(view: GanttView, mode: GanttMode, width: number): Fit {
  const bars = view.rows.flatMap((row) => {
    const { plan, actual } = barsOf(row, mode, view.today);
    const stretch = plan ?? actual;
    return stretch === null ? [] : [{ ...stretch, name: Math.min(longestBehind, textWidth(row.title)) }];
  });
  return fitInto(spanOf(view, mode), bars, width, levelPx.day);
}

/** Returns the scale with which a chart opens that shows the whole plan; null if nobody could read it. */
export function openingFitOf(view: GanttView, mode: GanttMode, width: number): Fit | null {
  const { first, last } = spanOf(view, mode);
  if (width / (last - first + 1) < LEAST_READABLE_PX) return null;
  const fit = fitOf(view, mode, width);
  return fit.px < LEAST_READABLE_PX ? null : fit;
}
