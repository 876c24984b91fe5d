// Rows of the check list. Criteria have no ID in the file, so a row keeps its key by text and
// position: a row that is being edited stays the same row when the list around it changes.
import type { Criterion, CriterionEdit } from "../../contract/generated/protocol.ts";

export interface CriterionRow extends Criterion {
  key: string;
}

/** Returns the rows of a list with the keys of matching previous rows. */
export function matchRows(
  before: readonly CriterionRow[],
  list: readonly Criterion[],
  newKey: () => string,
): CriterionRow[] {
  const free = new Set(before.map((_, index) => index));
  const taken = new Map<number, string>();
  const take = (index: number, from: number): void => {
    free.delete(from);
    taken.set(index, before[from]?.key ?? newKey());
  };
  for (const [index, criterion] of list.entries()) {
    if (before[index]?.item === criterion.item) take(index, index);
  }
  for (const [index, criterion] of list.entries()) {
    if (taken.has(index)) continue;
    const from = [...free].find((candidate) => before[candidate]?.item === criterion.item);
    if (from !== undefined) take(index, from);
  }
  for (const index of list.keys()) {
    if (!taken.has(index) && free.has(index)) take(index, index);
  }
  return list.map((criterion, index) => ({ ...criterion, key: taken.get(index) ?? newKey() }));
}

/** Applies an edit to the list. */
export function applyEdit(rows: readonly CriterionRow[], edit: CriterionEdit, newKey: () => string): CriterionRow[] {
  const result = [...rows];
  const row = rows[edit.index];
  switch (edit.kind) {
    case "add":
      result.splice(edit.index, 0, { key: newKey(), item: edit.item, checked: false });
      break;
    case "check":
      if (row !== undefined) result[edit.index] = { ...row, checked: edit.checked };
      break;
    case "reword":
      if (row !== undefined) result[edit.index] = { ...row, item: edit.to };
      break;
    case "remove":
      result.splice(edit.index, 1);
      break;
    case "move":
      if (row !== undefined) {
        result.splice(edit.index, 1);
        result.splice(edit.to, 0, row);
      }
      break;
  }
  return result;
}
