// Fields with one value: how a control shows it, how its text is parsed, and the patch that sets
// it. Contains no domain rules: the engine decides whether a value is allowed.
import type { Actor, Assignee, Event, TaskPatch, TaskView } from "../../contract/generated/protocol.ts";
import { keyOf, nameOf } from "../../contract/people/assignees.ts";
import { fieldKind } from "../../contract/texts/fields.ts";
import { parseDay, showDay } from "../../shared/dateField/parseDay.ts";
import { formatHours, parseHours } from "../../shared/text/numbers.ts";
import type { Value } from "./draft.ts";

export type ParseResult = { ok: true; value: Value } | { ok: false; reason: ParseError };
/** Why a text cannot be parsed. */
export type ParseError = "number" | "date";

/** What showing and parsing depend on. */
export interface FieldContext {
  locale: string;
  today: string;
  assignees: readonly Assignee[];
}

interface Control {
  /**
   * A choice is saved immediately and reverted if refused. Text stays and is saved after a delay,
   * or, if an incomplete text would be a different value ("word"), when the field loses the focus.
   */
  entry: "choice" | "text" | "word";
  show(value: Value, context: FieldContext): string;
  parse(text: string, context: FieldContext): ParseResult;
}

const toText = (value: Value): string => (value === null ? "" : String(value));
const parseOptional = (text: string): ParseResult => ({ ok: true, value: text === "" ? null : text });
const choice: Control = { entry: "choice", show: toText, parse: parseOptional };

/** The control of each kind of field. */
const controls = {
  line: { entry: "text", show: toText, parse: (text) => ({ ok: true, value: text.trim() }) },
  text: { entry: "text", show: toText, parse: parseOptional },
  status: choice,
  priority: choice,
  choice,
  assignee: {
    entry: "word",
    show: (value, { assignees }) => (value === null ? "" : nameOf(String(value), assignees)),
    parse: (text, { assignees }) => parseOptional(keyOf(text.trim(), assignees)),
  },
  day: {
    entry: "word",
    show: (value, { locale }) => showDay(toText(value), locale),
    parse(text, context) {
      if (text.trim() === "") return { ok: true, value: null };
      const value = parseDay(text, context);
      return value === undefined ? { ok: false, reason: "date" } : { ok: true, value };
    },
  },
  hours: {
    entry: "text",
    show: (value, { locale }) => (typeof value === "number" ? formatHours(value, locale) : ""),
    parse(text) {
      if (text.trim() === "") return { ok: true, value: null };
      const value = parseHours(text);
      return value === null ? { ok: false, reason: "number" } : { ok: true, value };
    },
  },
  flag: {
    entry: "choice",
    show: (value) => (value === true ? "true" : ""),
    parse: (text) => ({ ok: true, value: text === "true" ? true : null }),
  },
} satisfies Record<string, Control>;

/** Reads the value of each field; undefined and null are no value. */
const values = {
  title: ({ card }) => card.title,
  status: ({ card }) => card.status,
  priority: ({ card }) => card.priority,
  assignee: ({ card }) => card.assignee,
  milestone: ({ card }) => card.milestone,
  startDate: ({ schedule }) => schedule.startDate,
  dueDate: ({ schedule }) => schedule.dueDate,
  estimateHours: ({ schedule }) => schedule.estimateHours,
  actualHours: ({ schedule }) => schedule.actualHours,
  remainingHours: ({ schedule }) => schedule.remainingHours,
  pinned: ({ schedule }) => (schedule.pinned === true ? true : null),
  notes: ({ notes }) => (notes === "" ? null : notes),
} satisfies Partial<Record<keyof TaskPatch, (task: TaskView) => Value | undefined>>;
export type FieldName = keyof typeof values;

interface Field extends Control {
  /** A field that can be the reason for which a value is refused. */
  checkedWith: FieldName | undefined;
  read(task: TaskView): Value;
  patch(value: Value): TaskPatch;
}

const checkedWith: Partial<Record<FieldName, FieldName>> = { startDate: "dueDate", dueDate: "startDate" };

function fieldOf(name: FieldName): Field {
  return {
    ...controls[fieldKind(name)],
    checkedWith: checkedWith[name],
    read: (task) => values[name](task) ?? null,
    patch: (value) => ({ [name]: value }),
  };
}

export const fields = Object.fromEntries(Object.keys(values).map((name) => [name, fieldOf(name as FieldName)])) as Record<FieldName, Field>;

/** Returns who changed a field last, undefined if that is not known. Newest events come first. */
export function fieldAuthor(history: readonly Event[], field: string): Actor | undefined {
  const last = history.find(({ change }) => change.kind === "field" && change.field === field);
  return last === undefined || last.observed === true || last.actor.name === "" ? undefined : last.actor;
}
