// Columns of the grid, and which of them are shown by default. Pure.
import { t } from "@vscode/l10n";

/** From left to right. */
export const columns = ["title", "assignee", "start", "due", "hours", "progress"] as const;
export type Column = (typeof columns)[number];

export type Widths = Record<Column, number>;

/** Default widths in pixels; a date has room for its year. */
export const defaultWidths: Widths = { title: 228, assignee: 108, start: 86, due: 86, hours: 54, progress: 64 };

/** The most important columns first. */
const byNeed: readonly Column[] = ["title", "due", "start", "assignee", "hours", "progress"];
/** Maximum share of the page that default columns take. */
const share = 0.525;

/** Returns the default columns for the width of grid and chart. */
export function defaultColumns(room: number): Column[] {
  let left = room * share;
  const taken = new Set<Column>(["title"]);
  for (const column of byNeed) {
    left -= defaultWidths[column];
    if (left < 0) break;
    taken.add(column);
  }
  return columns.filter((column) => taken.has(column));
}

export function widthOf(shown: readonly Column[], widths: Widths): number {
  return shown.reduce((sum, column) => sum + widths[column], 0);
}

/** Returns the columns that are at least partly visible; always contains the title. */
export function columnsIn(shown: readonly Column[], widths: Widths, room: number): Column[] {
  let begin = 0;
  return shown.filter((column) => {
    const seen = begin < room || column === "title";
    begin += widths[column];
    return seen;
  });
}

/** Returns a column's display name. */
export function columnName(column: Column): string {
  switch (column) {
    case "title":
      return t("Title");
    case "assignee":
      return t("Assignee");
    case "start":
      return t("Start");
    case "due":
      return t("Due");
    case "hours":
      return t("Hours");
    case "progress":
      return t("Progress");
  }
}
