// Where dragged rows would be dropped in the tree. Pure.
import type { GanttRow } from "../../contract/generated/protocol.ts";
import type { RowDropTarget } from "../state/dragState.ts";
import { isHeading, parentOf, parentTaskOf } from "../state/tree.ts";

/** The part of a line that the pointer is on. */
export type Part = "before" | "inside" | "after";

export interface RowField {
  rows: readonly GanttRow[];
  shown: readonly number[];
  draggedKeys: ReadonlySet<string>;
  /** True if the order of siblings is manual. */
  isRanked: boolean;
}

export function partAt(height: number, y: number): Part {
  if (y < height * 0.3) return "before";
  return y > height * 0.7 ? "after" : "inside";
}

/** Returns null where rows cannot be dropped: into themselves, and on headings. */
export function rowDropTargetAt(field: RowField, line: number, part: Part): RowDropTarget | null {
  const { rows, shown, draggedKeys, isRanked } = field;
  const at = shown[line];
  const row = at === undefined ? undefined : rows[at];
  if (at === undefined || row === undefined || isHeading(row) || isWithin(rows, at, draggedKeys)) return null;
  const open = (row.below ?? 0) > 0 && shown[line + 1] === at + 1;
  if (part === "inside" || !isRanked) return { parent: row.id, place: { kind: "last" }, line, isInside: true, depth: row.depth + 1 };
  if (part === "after" && open) return { parent: row.id, place: { kind: "first" }, line: line + 1, isInside: false, depth: row.depth + 1 };
  const above = parentTaskOf(rows, at);
  const parent = above < 0 ? null : (rows[above]?.id ?? null);
  return part === "before"
    ? { parent, place: { kind: "before", id: row.id }, line, isInside: false, depth: row.depth }
    : { parent, place: { kind: "after", id: row.id }, line: line + 1, isInside: false, depth: row.depth };
}

/** Returns whether a row is one of these, or below one of them. */
function isWithin(rows: readonly GanttRow[], at: number, keys: ReadonlySet<string>): boolean {
  for (let here = at; here >= 0; here = parentOf(rows, here)) if (keys.has(rows[here]?.key ?? "")) return true;
  return false;
}

/** Returns the target one step among siblings, or in or out of a parent; null if there is none. */
export function rowStep(field: Omit<RowField, "draggedKeys">, at: number, step: "up" | "down" | "in" | "out"): RowDropTarget | null {
  const { rows } = field;
  const row = rows[at];
  if (row === undefined) return null;
  const above = parentTaskOf(rows, at);
  const parent = rows[above];
  const siblings = siblingsOf(rows, at);
  const place = siblings.indexOf(at);
  const previous = rows[siblings[place - 1] ?? -1];
  const next = rows[siblings[place + 1] ?? -1];
  const target = { line: 0, isInside: false, depth: row.depth };
  switch (step) {
    case "up":
      return previous === undefined ? null : { ...target, parent: parent?.id ?? null, place: { kind: "before", id: previous.id } };
    case "down":
      return next === undefined ? null : { ...target, parent: parent?.id ?? null, place: { kind: "after", id: next.id } };
    case "in":
      return previous === undefined ? null : { ...target, parent: previous.id, place: { kind: "last" } };
    case "out": {
      if (parent === undefined || isHeading(parent)) return null;
      const over = rows[parentTaskOf(rows, above)];
      return { ...target, parent: over?.id ?? null, place: { kind: "after", id: parent.id } };
    }
  }
}

function siblingsOf(rows: readonly GanttRow[], at: number): number[] {
  const parent = parentOf(rows, at);
  const end = parent < 0 ? rows.length : parent + 1 + (rows[parent]?.below ?? 0);
  const siblings: number[] = [];
  for (let here = parent + 1; here < end; here += 1 + (rows[here]?.below ?? 0)) siblings.push(here);
  return siblings.filter((here) => rows[here]?.finished === undefined);
}
