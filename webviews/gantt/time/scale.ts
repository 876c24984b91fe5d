// Days as pixels, and the marks of the time axis. Pure.
import type { GanttView } from "../../contract/generated/protocol.ts";
import { asDate, monthStart, weekdayOf } from "./days.ts";

export interface Scale {
  /** The day at the left edge of the sheet. */
  origin: number;
  /** How many days the sheet has. */
  days: number;
  px: number;
}

export function xOf({ origin, px }: Scale, day: number): number {
  return (day - origin) * px;
}

/** The day at a pixel, with the part of it that has gone by. */
export function dayAt({ origin, px }: Scale, x: number): number {
  return origin + x / px;
}

/** The first and the last day that anything of the chart stands on. */
export interface Span {
  first: number;
  last: number;
}

/** A slip of the pen in a date must not make the sheet too long to scroll. */
const MAX_DAYS_FROM_TODAY = 36525;

export function spanOf({ rows, milestones, today }: Pick<GanttView, "rows" | "milestones" | "today">): Span {
  let [first, last] = [today, today];
  const take = (day: number | undefined): void => {
    if (day === undefined || Math.abs(day - today) > MAX_DAYS_FROM_TODAY) return;
    first = Math.min(first, day);
    last = Math.max(last, day);
  };
  for (const row of rows) {
    take(row.start);
    take(row.due);
    take(row.actualStart);
    take(row.actualEnd);
    take(row.baselineStart);
    take(row.baselineDue);
  }
  for (const { day } of milestones) take(day);
  return { first, last };
}

/** Leaves room on both sides: to scroll past the ends, for labels, and to move a bar beyond them. */
export function scaleFor({ first, last }: Span, px: number, width: number): Scale {
  const margin = Math.ceil(Math.max(10, (width * 0.6) / px));
  return { origin: first - margin, days: Math.max(last - first + 1 + 2 * margin, Math.ceil(width / px)), px };
}

/** The pixels per day with which everything is seen. */
export function pxToFit({ first, last }: Span, width: number): number {
  return width / ((last - first + 1) * 1.08 + 2);
}

export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** The two lines of the time axis: large units above, small ones below. */
export function unitsFor(px: number): { large: Unit; small: Unit } {
  if (px >= 22) return { large: "month", small: "day" };
  if (px >= 3.4) return { large: "month", small: "week" };
  if (px >= 1.1) return { large: "year", small: "month" };
  return { large: "year", small: "quarter" };
}

export interface Mark {
  first: number;
  /** The day after its last. */
  after: number;
}

/** The stretches of a unit that touch a window of days. */
export function marksOf(unit: Unit, from: number, to: number): Mark[] {
  const marks: Mark[] = [];
  for (let first = startOf(unit, Math.floor(from)); first < to; ) {
    const after = nextStart(unit, first);
    marks.push({ first, after });
    first = after;
  }
  return marks;
}

function startOf(unit: Unit, day: number): number {
  const month = asDate(day).getUTCMonth();
  switch (unit) {
    case "day":
      return day;
    case "week":
      return day - ((weekdayOf(day) + 6) % 7);
    case "month":
      return monthStart(day);
    case "quarter":
      return monthStart(day, -(month % 3));
    case "year":
      return monthStart(day, -month);
  }
}

function nextStart(unit: Unit, day: number): number {
  switch (unit) {
    case "day":
      return day + 1;
    case "week":
      return day + 7;
    case "month":
      return monthStart(day, 1);
    case "quarter":
      return monthStart(day, 3);
    case "year":
      return monthStart(day, 12);
  }
}

/** How far the flag of today reaches to each side, with some space. */
const flagReach = 26;
const widestName = 240;

/** Where a milestone's name begins behind the diamond at `x`, and how much room it has before the flag or the next diamond. */
export function placeOfName(x: number, today: number, next: number): { begin: number; room: number } {
  const begin = Math.abs(today - x) < flagReach ? Math.max(0, today - x + flagReach - 10) : 0;
  const end = today - x >= flagReach ? Math.min(next, today - flagReach) : next;
  return { begin, room: Math.min(widestName, end - x - begin - 16) };
}
