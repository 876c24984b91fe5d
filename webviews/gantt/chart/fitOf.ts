// The scale at which a plan fits into the chart.
import type { GanttView } from "../../contract/generated/protocol.ts";
import { fitInto } from "../time/fit.ts";
import type { Fit } from "../time/fit.ts";
import { spanOf } from "../time/scale.ts";
import { levelPx } from "../state/zoom.ts";
import { stretchOf } from "./bars.ts";
import { longestBehind, textWidth } from "./labels.ts";

/** With narrower days, bars of a few days are too small to tell apart. */
const LEAST_READABLE_PX = levelPx.quarter;

/** Days are at most as wide as at the level of days: a short plan need not be stretched. */
export function fitOf(view: GanttView, width: number): Fit {
  const bars = view.rows.flatMap((row) => {
    const stretch = stretchOf(row);
    return stretch === null ? [] : [{ ...stretch, name: Math.min(longestBehind, textWidth(row.title)) }];
  });
  return fitInto(spanOf(view), bars, width, levelPx.day);
}

/** Returns the scale with which a chart opens that shows the whole plan; null if nobody could read it. */
export function openingFitOf(view: GanttView, width: number): Fit | null {
  const { first, last } = spanOf(view);
  if (width / (last - first + 1) < LEAST_READABLE_PX) return null;
  const fit = fitOf(view, width);
  return fit.px < LEAST_READABLE_PX ? null : fit;
}
