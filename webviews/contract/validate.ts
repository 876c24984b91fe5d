// Reading back what a page has kept of itself: untrusted, so each value is looked at.

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function listOf<T>(value: unknown, is: (entry: unknown) => entry is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
