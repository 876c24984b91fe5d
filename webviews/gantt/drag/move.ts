// Computes the dates for moving, resizing and drawing bars, and the command to send. Pure.
import type { GanttCalendar, GanttRow, Reschedule, TaskDates } from "../../contract/generated/protocol.ts";
import { isTerminal } from "../../contract/statuses.ts";
import { calendarOf, isOpen, lastOf, openDays, openFrom } from "../time/calendar.ts";
import { dateOf } from "../../shared/time/days.ts";
import type { Dates } from "../state/pendingDates.ts";
import { isFixed, isHeading, isParent } from "../state/tree.ts";

/** Rows and calendars for computing dates. */
export interface MoveContext {
  rows: readonly GanttRow[];
  calendars: readonly GanttCalendar[];
  places: ReadonlyMap<string, number>;
  /** True if tasks move from working day to working day. */
  workingDays: boolean;
}

export type Gesture =
  | { kind: "move"; keys: readonly string[]; days: number }
  | { kind: "start" | "end"; key: string; day: number }
  | { kind: "draw"; key: string; from: number; day: number };

/** Returns the rows whose dates a gesture changes: for a parent, all open tasks below it. */
function rowsToMove(field: MoveContext, keys: readonly string[]): GanttRow[] {
  const moved = new Set<GanttRow>();
  for (const key of keys) {
    const at = field.places.get(key) ?? -1;
    const row = field.rows[at];
    if (row === undefined) continue;
    if (!isParent(row)) moved.add(row);
    else for (const below of field.rows.slice(at + 1, at + 1 + (row.below ?? 0))) if (!isParent(below) && !isTerminal(below.status)) moved.add(below);
  }
  return [...moved].filter((row) => !isFixed(row) && (row.start !== undefined || row.due !== undefined));
}

/** Returns the dates to show during a gesture. */
export function datesOf(field: MoveContext, gesture: Gesture): Map<string, Dates> {
  if (gesture.kind === "move") return datesAfterMove(field, gesture.keys, gesture.days);
  const row = field.rows[field.places.get(gesture.key) ?? -1];
  if (row === undefined) return new Map();
  return new Map([[row.key, resizeDates(field, row, gesture)]]);
}

function datesAfterMove(field: MoveContext, keys: readonly string[], days: number): Map<string, Dates> {
  const moved = new Map<string, Dates>();
  for (const row of rowsToMove(field, keys)) moved.set(row.key, shiftDates(field, row, days));
  for (const key of keys) {
    const at = field.places.get(key) ?? -1;
    const row = field.rows[at];
    if (row === undefined || !isParent(row)) continue;
    const below = field.rows.slice(at + 1, at + 1 + (row.below ?? 0)).filter((child) => !isParent(child));
    moved.set(key, spanOfDates(below.map((child) => moved.get(child.key) ?? child)));
  }
  return moved;
}

/** Returns the earliest start and the latest due date. */
function spanOfDates(dates: readonly Dates[]): Dates {
  const all = dates.flatMap(({ start, due }) => [start, due].filter((day) => day !== undefined));
  return all.length === 0 ? {} : { start: Math.min(...all), due: Math.max(...all) };
}

function shiftDates(field: MoveContext, row: GanttRow, days: number): Dates {
  const { start, due } = row;
  if (days === 0) return { start, due };
  const plus = (day: number | undefined): number | undefined => (day === undefined ? undefined : day + days);
  if (!field.workingDays || start === undefined || due === undefined) return { start: plus(start), due: plus(due) };
  const calendar = calendarOf(field, row);
  const first = openFrom(calendar, start + days, 1);
  return { start: first, due: lastOf(calendar, first, openDays(calendar, start, due)) };
}

function resizeDates(field: MoveContext, row: GanttRow, gesture: Exclude<Gesture, { kind: "move" }>): Dates {
  const calendar = calendarOf(field, row);
  const snap = (day: number, by: 1 | -1): number => (field.workingDays && !isOpen(calendar, day) ? openFrom(calendar, day, by) : day);
  if (gesture.kind === "draw") {
    const [first, last] = [Math.min(gesture.from, gesture.day), Math.max(gesture.from, gesture.day)];
    const start = snap(first, 1);
    return { start, due: Math.max(start, snap(last, -1)) };
  }
  const start = row.start ?? row.due ?? gesture.day;
  const due = row.due ?? row.start ?? gesture.day;
  if (gesture.kind === "start") return { start: Math.min(due, snap(Math.min(gesture.day, due), 1)), due };
  return { start, due: Math.max(start, snap(Math.max(gesture.day, start), -1)) };
}

/** Returns the command to send; null if nothing would change. */
export function rescheduleOf(field: MoveContext, gesture: Gesture, push: boolean): Reschedule | null {
  if (gesture.kind === "move") {
    const rows = gesture.keys.flatMap((key) => field.rows[field.places.get(key) ?? -1] ?? []);
    const ids = rows.filter((row) => !isFixed(row)).map(({ id }) => id);
    const below = rows.filter(isHeading).flatMap(({ key }) => rowsToMove(field, [key]).map(({ id }) => id));
    const all = [...new Set([...ids, ...below])];
    if (gesture.days === 0 || all.length === 0) return null;
    return { kind: "shift", ids: all, days: gesture.days, workingDays: field.workingDays, ...(push && { push }) };
  }
  const row = field.rows[field.places.get(gesture.key) ?? -1];
  if (row === undefined || isFixed(row)) return null;
  const dates = datesOf(field, gesture).get(row.key) ?? {};
  if (dates.start === row.start && dates.due === row.due) return null;
  return { kind: "set", dates: [taskDates(row.id, dates)], ...(push && { push }) };
}

export function taskDates(id: string, { start, due }: Dates): TaskDates {
  return {
    id,
    startDate: start === undefined ? null : dateOf(start),
    dueDate: due === undefined ? null : dateOf(due),
  };
}

/** Returns the calendar days of one step: to the next working day if only those count. */
export function stepDays(field: MoveContext, row: GanttRow, from: number, by: number): number {
  const start = (row.start ?? row.due ?? 0) + from;
  if (!field.workingDays || Math.abs(by) > 1) return from + by;
  const next = openFrom(calendarOf(field, row), start + by, by > 0 ? 1 : -1);
  return next - (row.start ?? row.due ?? 0);
}
