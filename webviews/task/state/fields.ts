// Fields with one value: how a control shows it, how its text is parsed, and the patch that sets
// it. Contains no domain rules: the engine decides whether a value is allowed.
import type { Actor, Assignee, Event, Priority, Status, TaskPatch, TaskView } from "../../contract/generated/protocol.ts";
import { parseDay, showDay } from "../../shared/dateField/parseDay.ts";
import { keyOf, nameOf } from "../../shared/text/assignees.ts";
import { formatHours, parseHours } from "../../shared/text/numbers.ts";
import type { Value } from "./draft.ts";

export const fieldNames = [
  "title",
  "status",
  "priority",
  "assignee",
  "milestone",
  "startDate",
  "dueDate",
  "estimateHours",
  "actualHours",
  "remainingHours",
  "pinned",
  "notes",
] as const;
export type FieldName = (typeof fieldNames)[number];

export type ParseResult = { ok: true; value: Value } | { ok: false; reason: ParseError };
/** Why a text cannot be parsed. */
export type ParseError = "number" | "date";

/** What showing and parsing depend on. */
export interface FieldContext {
  locale: string;
  today: string;
  assignees: readonly Assignee[];
}

interface Field {
  /**
   * A choice is saved immediately and reverted if refused. Text stays and is saved after a delay,
   * or, if an incomplete text would be a different value ("word"), when the field loses the focus.
   */
  entry: "choice" | "text" | "word";
  /** A field that can be the reason for which a value is refused. */
  checkedWith?: FieldName;
  read(task: TaskView): Value;
  show(value: Value, reading: FieldContext): string;
  parse(text: string, reading: FieldContext): ParseResult;
  patch(value: Value): TaskPatch;
}

const toText = (value: Value): string => (value === null ? "" : String(value));
const parseOptional = (text: string): ParseResult => ({ ok: true, value: text === "" ? null : text });
const asText = (value: Value): string | null => (value === null ? null : String(value));
const asNumber = (value: Value): number | null => (typeof value === "number" ? value : null);

function hoursField(read: (task: TaskView) => number | undefined, patch: (value: number | null) => TaskPatch): Field {
  return {
    entry: "text",
    read: (task) => read(task) ?? null,
    show: (value, { locale }) => (typeof value === "number" ? formatHours(value, locale) : ""),
    parse(text) {
      if (text.trim() === "") return { ok: true, value: null };
      const value = parseHours(text);
      return value === null ? { ok: false, reason: "number" } : { ok: true, value };
    },
    patch: (value) => patch(asNumber(value)),
  };
}

function dateField(checkedWith: FieldName, read: (task: TaskView) => string | undefined, patch: (value: string | null) => TaskPatch): Field {
  return {
    entry: "word",
    checkedWith,
    read: (task) => read(task) ?? null,
    show: (value, { locale }) => showDay(toText(value), locale),
    parse(text, reading) {
      if (text.trim() === "") return { ok: true, value: null };
      const value = parseDay(text, reading);
      return value === undefined ? { ok: false, reason: "date" } : { ok: true, value };
    },
    patch: (value) => patch(asText(value)),
  };
}

export const fields: Record<FieldName, Field> = {
  title: {
    entry: "text",
    read: (task) => task.card.title,
    show: toText,
    parse: (text) => ({ ok: true, value: text.trim() }),
    patch: (value) => ({ title: toText(value) }),
  },
  status: {
    entry: "choice",
    read: (task) => task.card.status,
    show: toText,
    parse: parseOptional,
    patch: (value) => ({ status: value as Status }),
  },
  priority: {
    entry: "choice",
    read: (task) => task.card.priority ?? null,
    show: toText,
    parse: parseOptional,
    patch: (value) => ({ priority: value as Priority | null }),
  },
  assignee: {
    entry: "word",
    read: (task) => task.card.assignee ?? null,
    show: (value, { assignees }) => (value === null ? "" : nameOf(String(value), assignees)),
    parse: (text, { assignees }) => parseOptional(keyOf(text.trim(), assignees)),
    patch: (value) => ({ assignee: asText(value) }),
  },
  milestone: {
    entry: "choice",
    read: (task) => task.card.milestone ?? null,
    show: toText,
    parse: parseOptional,
    patch: (value) => ({ milestone: asText(value) }),
  },
  startDate: dateField(
    "dueDate",
    (task) => task.schedule.startDate,
    (startDate) => ({ startDate }),
  ),
  dueDate: dateField(
    "startDate",
    (task) => task.schedule.dueDate,
    (dueDate) => ({ dueDate }),
  ),
  estimateHours: hoursField(
    (task) => task.schedule.estimateHours,
    (estimateHours) => ({ estimateHours }),
  ),
  actualHours: hoursField(
    (task) => task.schedule.actualHours,
    (actualHours) => ({ actualHours }),
  ),
  remainingHours: hoursField(
    (task) => task.schedule.remainingHours,
    (remainingHours) => ({ remainingHours }),
  ),
  pinned: {
    entry: "choice",
    read: (task) => (task.schedule.pinned === true ? true : null),
    show: (value) => (value === true ? "true" : ""),
    parse: (text) => ({ ok: true, value: text === "true" ? true : null }),
    patch: (value) => ({ pinned: value === true ? true : null }),
  },
  notes: {
    entry: "text",
    read: (task) => (task.notes === "" ? null : task.notes),
    show: toText,
    parse: parseOptional,
    patch: (value) => ({ notes: asText(value) }),
  },
};

/** Returns who changed a field last, undefined if that is not known. Newest events come first. */
export function fieldAuthor(history: readonly Event[], field: string): Actor | undefined {
  const last = history.find(({ change }) => change.kind === "field" && change.field === field);
  return last === undefined || last.observed === true || last.actor.name === "" ? undefined : last.actor;
}
