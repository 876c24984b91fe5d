// Days as pixels, and the marks of the time axis. Pure.
import type { Unit } from "../../shared/time/units.ts";

export interface Scale {
  /** Day at the left edge of the sheet. */
  origin: number;
  /** Number of days of the sheet. */
  days: number;
  px: number;
}

export function xOf({ origin, px }: Scale, day: number): number {
  return (day - origin) * px;
}

/** Returns the day at a pixel, as a fraction. */
export function dayAt({ origin, px }: Scale, x: number): number {
  return origin + x / px;
}

/** First and last day of the chart's content. */
export interface Span {
  first: number;
  last: number;
}

/** Adds room on both sides for scrolling past the ends, labels, and moving bars. */
export function scaleFor({ first, last }: Span, px: number, width: number): Scale {
  const margin = Math.ceil(Math.max(10, (width * 0.6) / px));
  return { origin: first - margin, days: Math.max(last - first + 1 + 2 * margin, Math.ceil(width / px)), px };
}

/** Returns the units of the time axis' two lines. */
export function unitsFor(px: number): { large: Unit; small: Unit } {
  if (px >= 22) return { large: "month", small: "day" };
  if (px >= 3.4) return { large: "month", small: "week" };
  if (px >= 1.1) return { large: "year", small: "month" };
  return { large: "year", small: "quarter" };
}

/** Half width of the flag of today with the longest of its words, in pixels. */
const flagHalf = 21;
/** The same, with some space. */
const flagReach = 26;
const widestName = 240;

/** Returns the middle of the flag of today: at its line, but within the view while the line is in it. */
export function middleOfFlag(line: number, { left, right }: { left: number; right: number }): number {
  return line < left || line > right ? line : Math.min(Math.max(line, left + flagHalf), right - flagHalf);
}

/** Neighbours of a milestone at `x`: the flag of today, the diamonds around it, the edge of the view. */
export interface Around {
  today: number;
  previous: number;
  next: number;
  right: number;
}

export interface PlaceOfName {
  /** The name ends before the diamond instead of beginning after it. */
  isBefore: boolean;
  /** Distance from the diamond at which it begins. */
  begin: number;
  room: number;
}

/**
 * Returns where a milestone's name of a width has room: after its diamond up to the flag, the next
 * diamond or the right edge of the view, or before it.
 */
export function placeOfName(x: number, width: number, { today, previous, next, right }: Around): PlaceOfName {
  const begin = Math.abs(today - x) < flagReach ? Math.max(0, today - x + flagReach - 10) : 0;
  const end = today - x >= flagReach ? Math.min(next, today - flagReach) : next;
  const room = Math.min(widestName, end - x - begin - 16);
  const wanted = Math.min(widestName, width);
  // A diamond that is out of sight keeps its name beside it.
  if (x + begin + 16 + Math.min(room, wanted) <= right || x > right) return { isBefore: false, begin, room };
  const from = today <= x ? Math.max(previous, today + flagReach) : previous;
  const roomBefore = Math.min(widestName, x - from - 20);
  return roomBefore >= Math.min(room, wanted) ? { isBefore: true, begin: 0, room: roomBefore } : { isBefore: false, begin, room };
}
