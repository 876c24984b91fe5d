// Values of a task's fields in words, for history and reverts. Values in the log may be anything that a
// file contained.
import { priorities, statuses } from "../generated/values.ts";
import type { Translate } from "../translate.ts";
import { isRecord } from "../validate.ts";
import { fieldKind, taskField } from "./fields.ts";
import { priorityName, statusName } from "./texts.ts";

/** How values are formatted in the user's language. */
export interface ValueFormats {
  t: Translate;
  hours(hours: number): string;
  day(day: string): string;
  assignee(key: string): string;
}

/** Returns one value of a field, not a list. */
export function fieldValueText(name: string, value: unknown, { t, hours, day, assignee }: ValueFormats): string {
  const field = taskField(name);
  const kind = field === undefined ? "line" : fieldKind(field);
  if (typeof value === "number") return kind === "hours" ? t("{hours} h", { hours: hours(value) }) : String(value);
  if (typeof value === "string") {
    const status = statuses.find((known) => known === value);
    if (kind === "status" && status !== undefined) return statusName(status, t);
    const priority = priorities.find((known) => known === value);
    if (kind === "priority" && priority !== undefined) return priorityName(priority, t);
    if (kind === "day") return day(value);
    return kind === "assignee" ? assignee(value) : value;
  }
  const named = isRecord(value) ? [value["item"], value["label"], value["target"], value["id"]] : [];
  return named.find((text) => typeof text === "string") ?? JSON.stringify(value) ?? "";
}
