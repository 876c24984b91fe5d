// Which rows are chosen, as in a list of files. Pure.

export interface Selection {
  keys: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: string | null;
}

export const nothing: Selection = { keys: new Set(), anchor: null };

export function only(key: string): Selection {
  return { keys: new Set([key]), anchor: key };
}

export function withToggled({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/** From the anchor to the key, in the order in which rows are seen. */
export function withRange({ anchor }: Selection, key: string, seen: readonly string[]): Selection {
  const from = seen.indexOf(anchor ?? key);
  const to = seen.indexOf(key);
  if (from < 0 || to < 0) return only(key);
  return { keys: new Set(seen.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor: anchor ?? key };
}

/** Without rows that are gone; the same object when all are there. */
export function among(selection: Selection, has: (key: string) => boolean): Selection {
  const keys = [...selection.keys].filter(has);
  if (keys.length === selection.keys.size) return selection;
  return { keys: new Set(keys), anchor: selection.anchor !== null && has(selection.anchor) ? selection.anchor : null };
}
