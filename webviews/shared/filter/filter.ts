// Changing a filter. Pure. Which tasks match is decided by the engine alone.
import type { Filter } from "../../contract/generated/protocol.ts";

/** The conditions that are lists to choose from. */
export type Choice = "statuses" | "assignees" | "labels" | "milestones" | "priorities";

export const choices = ["statuses", "assignees", "labels", "milestones", "priorities"] as const satisfies Choice[];

export function isEmpty(filter: Filter): boolean {
  return (filter.text ?? "").trim() === "" && choices.every((choice) => (filter[choice] ?? []).length === 0);
}

/** With a value chosen that was not, or the other way round. */
export function toggleChoice<C extends Choice>(filter: Filter, choice: C, value: NonNullable<Filter[C]>[number]): Filter {
  const before: unknown[] = filter[choice] ?? [];
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value];
  return without({ ...filter, [choice]: after }, after.length === 0 ? choice : undefined);
}

export function withText(filter: Filter, text: string): Filter {
  return without({ ...filter, text }, text === "" ? "text" : undefined);
}

function without(filter: Filter, key: keyof Filter | undefined): Filter {
  if (key === undefined) return filter;
  const { [key]: _, ...rest } = filter;
  return rest;
}
