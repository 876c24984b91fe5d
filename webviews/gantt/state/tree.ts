// Visibility and nesting of rows. Rows come top down, the children of a row directly after it.
// Pure.
import type { FinishedTasks, GanttGroup, GanttRow } from "../../contract/generated/protocol.ts";
import { t } from "@vscode/l10n";

/** Returns whether a row hides those below it: finished tasks unless it is toggled, others if it is. */
export function isFolded({ key, finished }: GanttRow, toggled: ReadonlySet<string>): boolean {
  return toggled.has(key) === (finished === undefined);
}

/** Returns the indexes of the rows that no folded row hides. */
export function visibleRows(rows: readonly GanttRow[], toggled: ReadonlySet<string>): number[] {
  const shown: number[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    shown.push(at);
    if (isFolded(row, toggled)) at += row.below ?? 0;
  }
  return shown;
}

/** Returns the line of each row, or of the folded row that hides it. */
export function linesOf(rows: readonly GanttRow[], shown: readonly number[]): Int32Array {
  const lines = new Int32Array(rows.length);
  for (let line = 0; line < shown.length; line += 1) {
    lines.fill(line, shown[line], shown[line + 1] ?? rows.length);
  }
  return lines;
}

export function isParent(row: GanttRow): boolean {
  return (row.below ?? 0) > 0;
}

export function isHeading(row: GanttRow): boolean {
  return row.id === "";
}

/** Returns the index of a row's parent; -1 at the top level. */
export function parentOf(rows: readonly GanttRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0 && depth > 0; above -= 1) {
    if ((rows[above]?.depth ?? 0) < depth) return above;
  }
  return -1;
}

/** Returns the row of the parent of a task, not the heading of its finished tasks; -1 at the top level. */
export function parentTaskOf(rows: readonly GanttRow[], at: number): number {
  const above = parentOf(rows, at);
  return rows[above]?.finished === undefined ? above : parentOf(rows, above);
}

/** Returns whether a row cannot be changed: a heading, or a task with an invalid file. */
export function isFixed(row: GanttRow): boolean {
  return isHeading(row) || row.locked === true;
}

/** Returns the title of a group's heading. */
export function headingText({ title, finished }: GanttRow, group: GanttGroup, personName: string | undefined): string {
  if (finished !== undefined) return finishedText(finished);
  if (title !== "") return personName ?? title;
  return group === "milestone" ? t("No milestone") : t("Unassigned");
}

function finishedText({ done, skipped }: FinishedTasks): string {
  if (skipped === 0) return t("{0} done", done);
  return done === 0 ? t("{0} skipped", skipped) : t("{0} done, {1} skipped", done, skipped);
}
