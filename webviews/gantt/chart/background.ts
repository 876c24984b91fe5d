// Background of the chart: non-working days, grid lines, milestones and today. Pure.
import { closedStretches } from "../time/calendar.ts";
import { marksOf } from "../../shared/time/units.ts";
import { unitsFor, xOf } from "../time/scale.ts";
import { lineHeight } from "./scene.ts";
import type { Scene, Window } from "./scene.ts";

/** Minimum width of a day for shading non-working days, in pixels. */
const narrowest = 3;

export interface Background {
  closed: string;
  lines: string;
  strong: string;
  milestones: string;
  /** The line at the start of today, and its day. */
  today: string;
  todayColumn: string;
}

export function backgroundPaths(scene: Scene, window: Window): Background {
  const { scale } = scene;
  const from = Math.floor(scale.origin + window.left / scale.px);
  const to = Math.ceil(scale.origin + window.right / scale.px);
  const [top, bottom] = [window.first * lineHeight, window.after * lineHeight];
  const upright = (day: number): string => `M${round(xOf(scale, day))} ${top}V${bottom}`;
  const { large, small } = unitsFor(scale.px);
  const strong = marksOf(large, from, to);
  const strongDays = new Set(strong.map(({ first }) => first));
  let lines = marksOf(small, from, to)
    .filter(({ first }) => !strongDays.has(first))
    .map(({ first }) => upright(first))
    .join("");
  for (let line = window.first; line <= Math.min(window.after, scene.shown.length); line += 1) {
    lines += `M${window.left} ${line * lineHeight - 0.5}H${window.right}`;
  }
  return {
    closed: !scene.daysOff || scale.px < narrowest ? "" : closedPath(scene, window, from, to),
    lines,
    strong: strong.map(({ first }) => upright(first)).join(""),
    milestones: scene.milestones.map(({ day }) => upright(day + 1)).join(""),
    today: upright(scene.today),
    todayColumn: `M${round(xOf(scale, scene.today))} ${top}h${round(scale.px)}V${bottom}h${-round(scale.px)}z`,
  };
}

/**
 * Adjacent lines with the same calendar share a shape; below the last line the project's calendar
 * continues.
 */
function closedPath(scene: Scene, { first, after }: Window, from: number, to: number): string {
  const calendarAt = (line: number): number => scene.rows[scene.shown[line] ?? -1]?.calendar ?? 0;
  let path = "";
  for (let line = first; line < after; ) {
    const calendar = calendarAt(line);
    let next = line + 1;
    while (next < after && calendarAt(next) === calendar) next += 1;
    const known = scene.calendars[calendar];
    const [y, height] = [line * lineHeight, (next - line) * lineHeight];
    for (const [day, end] of known === undefined ? [] : closedStretches(known, from, to)) {
      const x = round(xOf(scene.scale, day));
      path += `M${x} ${y}h${round(xOf(scene.scale, end)) - x}v${height}H${x}z`;
    }
    line = next;
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
