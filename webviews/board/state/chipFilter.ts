// The filter that a click on a chip of a card makes. Pure.
import type { Filter } from "../../contract/generated/protocol.ts";
import { readFilter } from "../../contract/queries.ts";

/** Fields whose values on a card are chips. */
export const chipFields = ["labels", "assignees", "milestones", "priorities", "overdue"] as const;
export type ChipField = (typeof chipFields)[number];

/** Returns the filter with the value added, or without it if it has it already. */
export function withToggledValue(filter: Filter, field: ChipField, value: string): Filter {
  if (field === "overdue") return readFilter({ ...filter, overdue: filter.overdue !== true });
  const values: readonly (string | null)[] = filter[field] ?? [];
  return readFilter({ ...filter, [field]: values.includes(value) ? values.filter((other) => other !== value) : [...values, value] });
}
