// The columns of the grid beside the bars, and which of them are shown as long as nobody has chosen. Pure.
import { t } from "@vscode/l10n";

/** From left to right. */
export const columns = ["title", "assignee", "start", "due", "hours", "progress"] as const;
export type Column = (typeof columns)[number];

export type Widths = Record<Column, number>;

/** Widths that nobody chose. A date has room for its year. */
export const defaultWidths: Widths = { title: 228, assignee: 108, start: 86, due: 86, hours: 54, progress: 64 };

/** What a planner would miss most comes first. */
const byNeed: readonly Column[] = ["title", "due", "start", "assignee", "hours", "progress"];
/** As much of the page as columns take by themselves. */
const share = 0.525;

/** As many columns as fit beside the bars when there is so much room for both. */
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

/** Those that can be seen at least in part; of a grid that is put away the title alone. */
export function columnsIn(shown: readonly Column[], widths: Widths, room: number): Column[] {
  let begin = 0;
  return shown.filter((column) => {
    const seen = begin < room || column === "title";
    begin += widths[column];
    return seen;
  });
}

/** How the columns of the grid are called. */
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
