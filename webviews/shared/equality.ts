// Equality of values of JSON.

/** Returns whether two values of JSON are equal. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const entries = Object.entries(a);
  const others = b as Record<string, unknown>;
  return entries.length === Object.keys(b).length && entries.every(([key, value]) => isEqual(value, others[key]));
}

/**
 * Returns a function that replaces an item by the equal one of `before`, if there is one, so that
 * only changed items are rendered again.
 */
export function reuseEqual<T>(before: readonly T[], keyOf: (item: T) => string): (item: T) => T {
  const known = new Map(before.map((item) => [keyOf(item), item]));
  return (item) => {
    const old = known.get(keyOf(item));
    return old !== undefined && isEqual(old, item) ? old : item;
  };
}
