// The fields of a task: their names, and the kinds of their values, from which follows how a value is shown and typed.
import type { TaskPatch } from "../generated/protocol.ts";
import type { Translate } from "../translate.ts";

/** `line` is a text of one line, `choice` a text from a list, `texts` a list of distinct texts, and `list` any other list. */
type FieldKind = "line" | "text" | "status" | "priority" | "assignee" | "choice" | "day" | "hours" | "flag" | "texts" | "list";

interface FieldRow {
  kind: FieldKind;
  /** Returns the name within a sentence. */
  name(t: Translate): string;
  /** Returns the name above a value or a control; absent if the field is nowhere shown alone. */
  label?(t: Translate): string;
}

/** The fields by their names in the activity log. */
const rows = {
  id: { kind: "line", name: (t) => t("ID"), label: (t) => t("ID") },
  title: { kind: "line", name: (t) => t("title"), label: (t) => t("Title") },
  status: { kind: "status", name: (t) => t("status"), label: (t) => t("Status") },
  priority: { kind: "priority", name: (t) => t("priority"), label: (t) => t("Priority") },
  assignee: { kind: "assignee", name: (t) => t("assignee"), label: (t) => t("Assignee") },
  milestone: { kind: "choice", name: (t) => t("milestone"), label: (t) => t("Milestone") },
  parent: { kind: "line", name: (t) => t("parent"), label: (t) => t("Parent") },
  startDate: { kind: "day", name: (t) => t("start date"), label: (t) => t("Start date") },
  dueDate: { kind: "day", name: (t) => t("due date"), label: (t) => t("Due date") },
  estimateHours: { kind: "hours", name: (t) => t("estimate"), label: (t) => t("Estimate") },
  actualHours: { kind: "hours", name: (t) => t("actual hours"), label: (t) => t("Actual") },
  remainingHours: { kind: "hours", name: (t) => t("remaining hours"), label: (t) => t("Remaining") },
  pinned: { kind: "flag", name: (t) => t("pin of the dates"), label: (t) => t("Pin dates") },
  labels: { kind: "texts", name: (t) => t("labels"), label: (t) => t("Labels") },
  links: { kind: "texts", name: (t) => t("links"), label: (t) => t("Links") },
  scopePaths: { kind: "texts", name: (t) => t("paths"), label: (t) => t("Paths") },
  dependencies: { kind: "texts", name: (t) => t("dependencies"), label: (t) => t("Waits for") },
  dependencyLinks: { kind: "list", name: (t) => t("kinds of dependencies") },
  criteria: { kind: "list", name: (t) => t("done criteria"), label: (t) => t("Done criteria") },
  notes: { kind: "text", name: (t) => t("notes"), label: (t) => t("Notes") },
  rank: { kind: "line", name: (t) => t("order among the tasks") },
  boardRank: { kind: "line", name: (t) => t("position on the board") },
} as const satisfies Record<string, FieldRow>;

export type TaskField = keyof typeof rows;

/** The fields of a kind. */
export type FieldOf<Kind extends FieldKind> = { [Name in TaskField]: (typeof rows)[Name]["kind"] extends Kind ? Name : never }[TaskField];

/** The fields with a label. */
export type LabeledField = { [Name in TaskField]: (typeof rows)[Name] extends { label: unknown } ? Name : never }[TaskField];

/** The fields that other keys of a patch change. */
const changedFields: Record<Exclude<keyof TaskPatch, TaskField>, TaskField> = {
  addHours: "actualHours",
  taskLinks: "links",
  requirements: "links",
  dependency: "dependencies",
  criterion: "criteria",
  check: "criteria",
  criterionDetails: "criteria",
  appendNotes: "notes",
  comment: "notes",
};

const isKey = <Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> => Object.hasOwn(table, name);

/** Returns the field that a name in the log or in a patch means; undefined if it is unknown. */
export function taskField(name: string): TaskField | undefined {
  if (isKey(rows, name)) return name;
  return isKey(changedFields, name) ? changedFields[name] : undefined;
}

export function fieldKind<Name extends TaskField>(field: Name): (typeof rows)[Name]["kind"] {
  return rows[field].kind;
}

/** Returns the name of a field of the activity log within a sentence: "due date". */
export function fieldName(name: string, t: Translate): string {
  const field = taskField(name);
  return field === undefined ? name : rows[field].name(t);
}

/** Returns the name of a field above a value or a control: "Due date". */
export function fieldLabel(field: LabeledField, t: Translate): string {
  return rows[field].label(t);
}
