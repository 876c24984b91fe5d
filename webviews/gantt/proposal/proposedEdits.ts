// The fields of a proposal that can be edited, and the values of what is typed or chosen. Pure.
import type { ProposalKind, TaskPatch } from "../../contract/generated/protocol.ts";
import { priorities, statuses } from "../../contract/generated/values.ts";
import { recordOf } from "../../contract/validate.ts";
import { parseHours } from "../../shared/text/numbers.ts";
import { dayOf } from "../../shared/time/days.ts";

/** How a field is edited. */
export interface ValueEdit {
  kind: "line" | "text" | "day" | "hours" | "status" | "priority" | "assignee" | "milestone";
  /** Returns the value that a text means, null for none; undefined if it is no value of the field. */
  parse(text: string): string | number | null | undefined;
}

const orNull = (text: string): string | null => (text === "" ? null : text);
const words = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());
const day: ValueEdit = { kind: "day", parse: (text) => (text === "" || dayOf(text) !== undefined ? orNull(text) : undefined) };
const hours: ValueEdit = { kind: "hours", parse: readHours };
const text: ValueEdit = { kind: "text", parse: words };

const edits: Partial<Record<keyof TaskPatch, ValueEdit>> = {
  title: { kind: "line", parse: words },
  notes: text,
  appendNotes: text,
  comment: text,
  startDate: day,
  dueDate: day,
  estimateHours: hours,
  remainingHours: hours,
  status: { kind: "status", parse: (name) => statuses.find((status) => status === name) },
  priority: { kind: "priority", parse: (name) => priorities.find((priority) => priority === name) ?? null },
  assignee: { kind: "assignee", parse: orNull },
  milestone: { kind: "milestone", parse: orNull },
};

/** Returns how a field is edited; null if it cannot be. */
export function editOf(element: ProposalKind, field: string): ValueEdit | null {
  if (element !== "change" && element !== "create") return null;
  return Object.entries(edits).find(([name]) => name === field)?.[1] ?? null;
}

/** Returns hours that a field takes. */
function readHours(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const value = parseHours(typed);
  return value !== null && value >= 0 ? value : undefined;
}

/** Returns the value of a patch as a text; empty if it clears the field. */
export function textOf(patch: TaskPatch, field: string): string {
  const value = recordOf(patch)[field];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
