// The fields of a proposal that can be edited, and the values of what is typed or chosen. Pure.
import type { ProposalKind, TaskPatch } from "../../contract/generated/protocol.ts";
import { priorities, statuses } from "../../contract/generated/values.ts";
import { fieldKind, taskField } from "../../contract/texts/fields.ts";
import { recordOf } from "../../contract/validate.ts";
import { dayOf } from "../../shared/time/days.ts";

type EditKind = "line" | "text" | "day" | "hours" | "status" | "priority" | "assignee" | "milestone";

/** How a field is edited. */
export interface ValueEdit {
  field: string;
  kind: EditKind;
  /** Returns the change that a text makes; undefined if it is no value of the field. */
  patch(text: string): TaskPatch | undefined;
}

/** Returns how a field is edited; null if it cannot be. */
export function editOf(element: ProposalKind, name: string): ValueEdit | null {
  const field = taskField(name);
  if (field === undefined || (element !== "change" && element !== "create")) return null;
  switch (name) {
    case "title":
      return { field, kind: "line", patch: (text) => (text.trim() === "" ? undefined : { title: text.trim() }) };
    case "notes":
    case "appendNotes":
      return { field, kind: "text", patch: (text) => (text.trim() === "" ? undefined : { [name]: text }) };
    case "milestone":
      return { field, kind: name, patch: (text) => ({ milestone: text === "" ? null : text }) };
    case "status":
      return { field, kind: name, patch: (text) => optional("status", statuses.find((status) => status === text)) };
    case "priority":
      return { field, kind: name, patch: (text) => ({ priority: priorities.find((priority) => priority === text) ?? null }) };
    case "assignee":
      return { field, kind: name, patch: (text) => ({ assignee: text === "" ? null : text }) };
    default:
  }
  switch (fieldKind(field)) {
    case "day":
      return { field, kind: "day", patch: (text) => (text === "" ? { [name]: null } : dayOf(text) === undefined ? undefined : { [name]: text }) };
    case "hours":
      return { field, kind: "hours", patch: (text) => hoursPatch(name, text) };
    default:
      return null;
  }
}

function optional<Name extends keyof TaskPatch>(name: Name, value: TaskPatch[Name] | undefined): TaskPatch | undefined {
  return value === undefined ? undefined : { [name]: value };
}

function hoursPatch(name: string, text: string): TaskPatch | undefined {
  const hours = Number(text.trim().replace(",", "."));
  if (text.trim() === "") return { [name]: null };
  return Number.isFinite(hours) && hours >= 0 ? { [name]: hours } : undefined;
}

/** Returns the value of a patch as a text; empty if it clears the field. */
export function textOf(patch: TaskPatch, field: string): string {
  const value = recordOf(patch)[field];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
