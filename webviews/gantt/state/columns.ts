// Columns of the grid, and which of them are shown by default. Pure.
import { t } from "@vscode/l10n";
import { fieldLabel } from "../../shared/text/names.ts";

/** From left to right. */
export const columns = ["title", "assignee", "start", "due", "hours", "progress"] as const;
export type Column = (typeof columns)[number];

export type Widths = Record<Column, number>;

/**
 * Least default widths in pixels; a date has room for its year in English and in Japanese, an assignee for
 * the picture alone.
 */
export const defaultWidths: Widths = { title: 248, assignee: 52, start: 120, due: 120, hours: 54, progress: 64 };

/** Minimum width of the assignee's column with names. */
const LEAST_NAMED_WIDTH = 72;

export function showsNames({ assignee }: Widths): boolean {
  return assignee >= LEAST_NAMED_WIDTH;
}

/** The most important columns first. */
const byNeed: readonly Column[] = ["title", "due", "assignee", "start", "hours", "progress"];
/** Maximum share of the page that default columns take. */
const share = 0.525;
/** In a narrower page the bars need the room more than further columns do. */
const WIDE_ROOM = 1500;
const MOST_WHERE_NARROW = 3;

/** Share of the page up to which the title is widened, and its maximum width in pixels. */
const wideTitleShare = 0.475;
const WIDEST_TITLE = 360;

/** Returns the widths of columns that the user has not resized: the title takes the room that the bars can spare. */
export function usualWidths(shown: readonly Column[], room: number): Widths {
  const spare = room * wideTitleShare - widthOf(shown, defaultWidths);
  return { ...defaultWidths, title: Math.round(Math.max(defaultWidths.title, Math.min(WIDEST_TITLE, defaultWidths.title + spare))) };
}

/** Returns the default columns for the width of grid and chart. */
export function defaultColumns(room: number): Column[] {
  let left = room * share;
  const taken = new Set<Column>(["title"]);
  for (const column of room < WIDE_ROOM ? byNeed.slice(0, MOST_WHERE_NARROW) : byNeed) {
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
    case "assignee":
      return fieldLabel(column);
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
