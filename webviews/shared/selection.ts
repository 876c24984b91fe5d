// Which cards are chosen, as in a list of files. Pure.

/** A card where it is seen: one with several labels is seen in several lanes. */
export interface Spot {
  key: string;
  lane: string;
}

export interface Selection {
  keys: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: Spot | null;
}

export const nothing: Selection = { keys: new Set(), anchor: null };

export function only(spot: Spot): Selection {
  return { keys: new Set([spot.key]), anchor: spot };
}

export function withToggled({ keys }: Selection, spot: Spot): Selection {
  const next = new Set(keys);
  if (!next.delete(spot.key)) next.add(spot.key);
  return { keys: next, anchor: spot };
}

/** From the anchor to the spot, in the order in which cards are seen. */
export function withRange({ anchor }: Selection, spot: Spot, seen: readonly Spot[]): Selection {
  const from = placeOf(anchor ?? spot, seen);
  const to = placeOf(spot, seen);
  if (from < 0 || to < 0) return only(spot);
  const range = seen.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set(range.map(({ key }) => key)), anchor: anchor ?? spot };
}

function placeOf({ key, lane }: Spot, seen: readonly Spot[]): number {
  return seen.findIndex((other) => other.key === key && other.lane === lane);
}

/** Without cards that are gone; the same object when all are there. */
export function among(selection: Selection, seen: ReadonlySet<string>): Selection {
  const keys = [...selection.keys].filter((key) => seen.has(key));
  if (keys.length === selection.keys.size) return selection;
  const anchor = selection.anchor !== null && seen.has(selection.anchor.key) ? selection.anchor : null;
  return { keys: new Set(keys), anchor };
}
