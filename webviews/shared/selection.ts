// The selection of a list, as in a list of files. Pure.

/** An item at the place where it is shown: a card with several labels is shown in several lanes. */
export interface Spot {
  key: string;
  lane?: string;
}

export interface Selection {
  keys: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: Spot | null;
}

export const emptySelection: Selection = { keys: new Set(), anchor: null };

export function selectOnly(spot: Spot): Selection {
  return { keys: new Set([spot.key]), anchor: spot };
}

/** Adds the item, or removes it if it is selected. */
export function toggleSelected({ keys }: Selection, spot: Spot): Selection {
  const next = new Set(keys);
  if (!next.delete(spot.key)) next.add(spot.key);
  return { keys: next, anchor: spot };
}

/** Selects from the anchor to the item; `shown` is the order in which items are shown. */
export function selectRange({ anchor }: Selection, spot: Spot, shown: readonly Spot[]): Selection {
  const from = indexOf(anchor ?? spot, shown);
  const to = indexOf(spot, shown);
  if (from < 0 || to < 0) return selectOnly(spot);
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set(range.map(({ key }) => key)), anchor: anchor ?? spot };
}

function indexOf({ key, lane }: Spot, shown: readonly Spot[]): number {
  return shown.findIndex((other) => other.key === key && other.lane === lane);
}

/** Removes items that no longer exist; returns the same object if all exist. */
export function withoutMissing(selection: Selection, exists: (key: string) => boolean): Selection {
  const keys = [...selection.keys].filter(exists);
  if (keys.length === selection.keys.size) return selection;
  const anchor = selection.anchor !== null && exists(selection.anchor.key) ? selection.anchor : null;
  return { keys: new Set(keys), anchor };
}
