// Changes a filter. Pure. The engine alone decides which tasks match.
import type { Filter } from "../../contract/generated/protocol.ts";

/** Conditions that are lists. */
export type Choice = "statuses" | "assignees" | "labels" | "milestones" | "priorities";

const choices = ["statuses", "assignees", "labels", "milestones", "priorities"] as const satisfies Choice[];

export function isEmpty(filter: Filter): boolean {
  return (filter.text ?? "").trim() === "" && filter.overdue !== true && choices.every((choice) => (filter[choice] ?? []).length === 0);
}

/** Adds a value to a condition, or removes it. */
export function toggleChoice<C extends Choice>(filter: Filter, choice: C, value: NonNullable<Filter[C]>[number]): Filter {
  const before: unknown[] = filter[choice] ?? [];
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value];
  return without({ ...filter, [choice]: after }, after.length === 0 ? choice : undefined);
}

export function withText(filter: Filter, text: string): Filter {
  return without({ ...filter, text }, text === "" ? "text" : undefined);
}

/** Shows overdue tasks only, or tasks with any due date. */
export function withOverdue(filter: Filter, overdue: boolean): Filter {
  return without({ ...filter, overdue }, overdue ? undefined : "overdue");
}

/** Removes a condition. */
export function without(filter: Filter, key: keyof Filter | undefined): Filter {
  if (key === undefined) return filter;
  const { [key]: _, ...rest } = filter;
  return rest;
}
