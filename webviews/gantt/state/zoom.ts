// Width of a day in pixels. Pure.
import type { GanttZoom } from "../../contract/generated/protocol.ts";

export const levels = ["day", "week", "month", "quarter"] as const;
export type Level = (typeof levels)[number];

export const levelPx: Record<Level, number> = { day: 40, week: 18, month: 6, quarter: 2.4 };

const MIN_PX = 0.5;
const MAX_PX = 80;

export function clampPx(px: number): number {
  return Math.max(MIN_PX, Math.min(MAX_PX, px));
}

/** Returns the nearest level on a logarithmic scale. */
export function levelOf(px: number): Level {
  return levels.reduce((best, level) => (ratioDistance(px, levelPx[level]) < ratioDistance(px, levelPx[best]) ? level : best));
}

function ratioDistance(a: number, b: number): number {
  return Math.abs(Math.log(a / b));
}

/** Returns the next level in a direction. */
export function nextLevel(px: number, by: 1 | -1): Level {
  const next = by > 0 ? levels.findLast((level) => levelPx[level] > px * 1.05) : levels.find((level) => levelPx[level] < px * 0.95);
  return next ?? (by > 0 ? "day" : "quarter");
}

/** Returns the level's name in the project's configuration, which has no quarters. */
export function zoomInConfig(level: Level): GanttZoom {
  return level === "quarter" ? "month" : level;
}
