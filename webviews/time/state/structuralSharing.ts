// Reuses entries of the previous answer that did not change, so that only changed rows are rendered
// again. Pure.
import type { TimeRow, TimeView } from "../../contract/generated/protocol.ts";
import { isEqual } from "../../shared/equality.ts";

export function shareUnchanged(before: TimeView | undefined, after: TimeView): TimeView {
  if (before === undefined) return after;
  const known = new Map<string, TimeRow>(before.entries.map((row) => [row.id, row]));
  const entries = after.entries.map((row) => {
    const old = known.get(row.id);
    return old !== undefined && isEqual(old, row) ? old : row;
  });
  return { ...after, entries };
}
