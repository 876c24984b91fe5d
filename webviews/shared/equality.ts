/** Returns whether two values of JSON are equal. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const entries = Object.entries(a);
  const others = b as Record<string, unknown>;
  return entries.length === Object.keys(b).length && entries.every(([key, value]) => isEqual(value, others[key]));
}
