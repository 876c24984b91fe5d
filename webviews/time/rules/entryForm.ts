// The form in which an entry is added or changed: what is typed, and the change that it means. Pure.
import { t } from "@vscode/l10n";
import type { TimeEntry, TimeZone } from "../../contract/generated/protocol.ts";
import { readTimeEntry } from "../../contract/time/timeChange.ts";
import type { EnteredTime, TimePageChange } from "../../contract/time/timeChange.ts";
import { isNumber, isText, recordOf } from "../../contract/validate.ts";
import { dayErrorText, parseDay } from "../../shared/dateField/parseDay.ts";
import type { DayContext } from "../../shared/dateField/parseDay.ts";
import { dateOf, dayOf } from "../../shared/time/days.ts";
import { clockDuration, parseDuration } from "../../contract/time/duration.ts";
import { clockOf, localTime, parseClock, resolve, timeAt } from "../../contract/time/zone.ts";

export interface EntryFields {
  /** ID of the chosen task; empty if none was chosen from the list. */
  task: string;
  /** The typed text of the task. */
  taskText: string;
  /** YYYY-MM-DD, or a typed text that means no day. */
  day: string;
  /** HH:MM; empty if only the duration is known. */
  start: string;
  /** The duration; of a split entry, that of the first part. */
  duration: string;
  /** Seconds from start to end if there are breaks in between; null if the duration is all of it. */
  span: number | null;
  note: string;
}

export type EntryForm =
  | { mode: "add"; fields: EntryFields }
  | { mode: "edit" | "move" | "split"; id: string; from: TimeEntry; fields: EntryFields };

export type FormField = "task" | "day" | "start" | "duration";

/** What is wrong, by field; that of the whole form without one. */
export type Problems = Partial<Record<FormField | "form", string>>;

const DAY_MINUTES = 24 * 60;
/** The time of an entry of which only the duration is known: far from midnight, where another offset would change the day. */
const NOON = 12 * 60;

/** Returns an empty form, of a task and a day if they are known. */
export function emptyForm(day: number, task: { id: string; title: string } | null): EntryForm {
  return { mode: "add", fields: { task: task?.id ?? "", taskText: task === null ? "" : taskLabel(task), day: dateOf(day), start: "", duration: "", span: null, note: "" } };
}

export function taskLabel({ id, title }: { id: string; title: string }): string {
  return title === "" ? id : `${id} ${title}`;
}

export function fieldsOf(entry: TimeEntry, title: string, zone: TimeZone): EntryFields {
  const [start, end] = [Date.parse(entry.start), Date.parse(entry.end)];
  const local = localTime(start, zone);
  const span = Math.round((end - start) / 1000);
  return {
    task: entry.task,
    taskText: taskLabel({ id: entry.task, title }),
    day: dateOf(local.day),
    start: span > 0 ? clockOf(local.minutes) : "",
    duration: clockDuration(entry.seconds).replace("<", ""),
    span: span > entry.seconds ? span : null,
    note: entry.note ?? "",
  };
}

/** Returns the time after the duration as HH:MM: the end, or where an entry is split. Empty if it is not known. */
export function endOf({ start, duration, span }: EntryFields): string {
  const [minutes, seconds] = [parseClock(start), parseDuration(duration)];
  if (minutes === null || seconds === null) return "";
  return clockOf((minutes + Math.round(Math.max(seconds, span ?? 0) / 60)) % DAY_MINUTES);
}

/** Returns the fields with another end. With breaks, the duration changes only if it does not fit. */
export function withEnd(fields: EntryFields, end: string): EntryFields {
  const [first, last] = [parseClock(fields.start), parseClock(end)];
  if (first === null || last === null || first === last) return fields;
  const span = ((last - first + DAY_MINUTES) % DAY_MINUTES) * 60;
  const seconds = parseDuration(fields.duration);
  if (fields.span !== null && seconds !== null && seconds < span) return { ...fields, span };
  return { ...fields, span: null, duration: clockDuration(span) };
}

/** Returns the change that a form means, null if it means none, or what is wrong. */
export function changeOf(form: EntryForm, zone: TimeZone, context: DayContext): TimePageChange | { problems: Problems } | null {
  const { fields } = form;
  const task = fields.task === "" ? fields.taskText.trim() : fields.task;
  if (form.mode === "add") {
    const entered = enteredTime(task, fields, null, zone, context);
    return "problems" in entered ? entered : { kind: "add", entry: entered };
  }
  const { id, from } = form;
  if (form.mode === "split") {
    const seconds = parseDuration(fields.duration);
    const problems: Problems = { ...taskProblem(task), ...(seconds === null ? durationProblem() : splitProblem(seconds, from.seconds)) };
    return Object.keys(problems).length > 0 || seconds === null ? { problems } : { kind: "split", id, from, seconds, task };
  }
  const entered = enteredTime(task, fields, from, zone, context);
  if ("problems" in entered) return entered;
  const isSame = entered.task === from.task && entered.start === from.start && entered.end === from.end && entered.seconds === from.seconds && entered.note === (from.note ?? "");
  return isSame ? null : { kind: "edit", id, from, to: entered };
}

/** Times that were not changed stay as they are, to the second. */
function enteredTime(task: string, fields: EntryFields, from: TimeEntry | null, zone: TimeZone, context: DayContext): EnteredTime | { problems: Problems } {
  const before = from === null ? null : fieldsOf(from, "", zone);
  const day = dayOf(parseDay(fields.day, context) ?? "");
  const minutes = fields.start === "" ? NOON : parseClock(fields.start);
  const seconds = from !== null && fields.duration === before?.duration ? from.seconds : parseDuration(fields.duration);
  const problems: Problems = {
    ...taskProblem(task),
    ...(day === undefined && { day: dayErrorText(context) }),
    ...(minutes === null && { start: t("Enter a time of day, such as 09:30.") }),
    ...(seconds === null ? durationProblem() : seconds === 0 && { duration: t("Enter a duration above zero.") }),
  };
  if (Object.keys(problems).length > 0 || day === undefined || minutes === null || seconds === null) return { problems };
  const isSameStart = fields.day === before?.day && fields.start === before.start;
  const start = from !== null && isSameStart ? Date.parse(from.start) : timeAt({ day, minutes }, zone);
  const isSameSpan = from !== null && seconds === from.seconds && fields.span === before?.span;
  const span = isSameSpan ? Date.parse(from.end) - Date.parse(from.start) : Math.max(seconds, fields.span ?? 0) * 1000;
  const end = fields.start === "" ? start : start + span;
  const times = from !== null && isSameStart && (isSameSpan || fields.start === "") ? { start: from.start, end: from.end } : { start: stamp(start), end: stamp(end) };
  return { task, ...times, seconds, note: fields.note.trim() };
}

/** Says which time was taken if the entered start exists twice or not at all; null if it needs no word. */
export function startNote(form: EntryForm, zone: TimeZone, context: DayContext): string | null {
  const { day: typed, start } = form.fields;
  const [day, minutes] = [dayOf(parseDay(typed, context) ?? ""), parseClock(start)];
  const before = form.mode === "add" ? null : fieldsOf(form.from, "", zone);
  if (day === undefined || minutes === null || (before?.day === typed && before.start === start)) return null;
  const { time, exists } = resolve({ day, minutes }, zone);
  if (exists === "once") return null;
  if (exists === "twice") return t("{0} exists twice on this day, because the clock was set back. The first one was taken.", start);
  return t("{0} does not exist on this day, because the clock was set forward. {1} was taken.", start, clockOf(localTime(time, zone).minutes));
}

function taskProblem(task: string): Problems {
  return task === "" ? { task: t("Choose a task.") } : {};
}

function durationProblem(): Problems {
  return { duration: t("Enter a duration, such as 1h 30m, 90m, 1:30 or 1.5.") };
}

function splitProblem(seconds: number, all: number): Problems {
  return seconds > 0 && seconds < all ? {} : { duration: t("Enter a duration between zero and {0}.", clockDuration(all)) };
}

/** Formats a time as RFC 3339 without a fraction. */
function stamp(time: number): string {
  return new Date(time).toISOString().replace(/\.000Z$/u, "Z");
}

/** Reads a form from persisted state; null if it is none. */
export function readForm(value: unknown): EntryForm | null {
  const { mode, id, from, fields } = recordOf(value);
  const { task, taskText, day, start, duration, span, note } = recordOf(fields);
  if (!isText(task) || !isText(taskText) || !isText(day) || !isText(start) || !isText(duration) || !isText(note)) return null;
  const read: EntryFields = { task, taskText, day, start, duration, span: isNumber(span) ? span : null, note };
  if (mode === "add") return { mode, fields: read };
  const entry = readTimeEntry(from);
  if ((mode !== "edit" && mode !== "move" && mode !== "split") || !isText(id) || entry === null) return null;
  return { mode, id, from: entry, fields: read };
}
