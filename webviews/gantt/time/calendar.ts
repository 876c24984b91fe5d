// Looks up days in the engine's calendars. The engine decides what a working day is. Pure.
import type { GanttCalendar, GanttRow } from "../../contract/generated/protocol.ts";
import { weekdayOf } from "../../shared/time/days.ts";

/** Hours by day of each calendar, created on first use. */
const exceptions = new WeakMap<GanttCalendar, Map<number, number>>();

export function hoursOn(calendar: GanttCalendar, day: number): number {
  let known = exceptions.get(calendar);
  if (known === undefined) {
    known = new Map(calendar.exceptions.map((exception) => [exception.day, exception.hours]));
    exceptions.set(calendar, known);
  }
  return known.get(day) ?? calendar.week[weekdayOf(day)] ?? 0;
}

export function isOpen(calendar: GanttCalendar, day: number): boolean {
  return hoursOn(calendar, day) > 0;
}

/** Maximum number of days to search, for calendars without any working day. */
const MAX_SEARCH_DAYS = 3660;

/** Returns the nearest working day in a direction; the day itself if there is none. */
export function openFrom(calendar: GanttCalendar, day: number, by: 1 | -1): number {
  for (let step = 0; step < MAX_SEARCH_DAYS; step += 1) if (isOpen(calendar, day + step * by)) return day + step * by;
  return day;
}

/** Counts the working days from the first to the last day, both included. */
export function openDays(calendar: GanttCalendar, first: number, last: number): number {
  let count = 0;
  for (let day = first; day <= Math.min(last, first + MAX_SEARCH_DAYS); day += 1) if (isOpen(calendar, day)) count += 1;
  return count;
}

/** Moves `count` working days from a day; negative counts go back. */
export function openDaysAfter(calendar: GanttCalendar, day: number, count: number): number {
  const by = count < 0 ? -1 : 1;
  let at = day;
  for (let left = Math.abs(count); left > 0; left -= 1) {
    const next = openFrom(calendar, at + by, by);
    if (next === at + by && !isOpen(calendar, next)) return day + count;
    at = next;
  }
  return at;
}

/** Returns the last day of work that starts on a day and takes `count` working days. */
export function lastOf(calendar: GanttCalendar, first: number, count: number): number {
  return count <= 1 ? first : openDaysAfter(calendar, first, count - 1);
}

/** Returns the ranges of non-working days in a window: first day, and day after the last. */
export function closedStretches(calendar: GanttCalendar, from: number, to: number): [first: number, after: number][] {
  const stretches: [number, number][] = [];
  let first: number | undefined;
  for (let day = from; day <= to; day += 1) {
    const closed = day < to && !isOpen(calendar, day);
    if (closed && first === undefined) first = day;
    if (closed || first === undefined) continue;
    stretches.push([first, day]);
    first = undefined;
  }
  return stretches;
}

/** Returns the calendar of a row; an unknown one falls back to the project's. */
export function calendarOf({ calendars }: { calendars: readonly GanttCalendar[] }, row: GanttRow): GanttCalendar {
  return calendars[row.calendar ?? 0] ?? calendars[0] ?? { week: [], exceptions: [] };
}
