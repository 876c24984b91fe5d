// Days, weeks, months, quarters and years as ranges of days. Pure.
import { asDate, monthStart, weekdayOf } from "./days.ts";

export type Unit = "day" | "week" | "month" | "quarter" | "year";

export interface Mark {
  first: number;
  /** The day after its last. */
  after: number;
}

/** Returns the ranges of a unit that overlap a window of days. */
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
