// Looks days up in the calendars that the engine has made: what a working day is was decided there. Pure.
import type { GanttCalendar, GanttRow } from "../../contract/generated/protocol.ts";
import { weekdayOf } from "./days.ts";

/** Hours by day for each calendar, made when it is first asked. */
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

/** A calendar without any open day must not be searched for ever. */
const MAX_SEARCH_DAYS = 3660;

/** The nearest open day from a day on, in a direction; the day itself where there is none. */
export function openFrom(calendar: GanttCalendar, day: number, by: 1 | -1): number {
  for (let step = 0; step < MAX_SEARCH_DAYS; step += 1) if (isOpen(calendar, day + step * by)) return day + step * by;
  return day;
}

/** Open days from the first to the last day, both included. */
export function openDays(calendar: GanttCalendar, first: number, last: number): number {
  let count = 0;
  for (let day = first; day <= Math.min(last, first + MAX_SEARCH_DAYS); day += 1) if (isOpen(calendar, day)) count += 1;
  return count;
}

/** The day that is so many open days after (or before) a day. */
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

/** The last day of work that begins on a day and takes so many open days. */
export function lastOf(calendar: GanttCalendar, first: number, count: number): number {
  return count <= 1 ? first : openDaysAfter(calendar, first, count - 1);
}

/** Stretches of closed days within a window, each with its first day and the day after its last. */
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
