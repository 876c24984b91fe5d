// Type guards for values of unknown origin: persisted state and messages.

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a record, else an empty record. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Returns the entries of a list that pass the guard; an empty list for any other value. */
export function listOf<T>(value: unknown, is: (entry: unknown) => entry is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** The engine's days are 32-bit numbers. */
const MAX_DAY = 1_000_000;

/** Returns whether a value is a civil day since 1970-01-01. */
export function isDay(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= MAX_DAY;
}

/** Makes a guard that accepts exactly the listed values. */
export function oneOf<T>(values: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => values.some((known) => known === value);
}
