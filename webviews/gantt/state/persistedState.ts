// State of the chart that survives a reload: query, position, folds, selection, columns and
// switches.
import type { GanttQuery } from "../../contract/gantt.ts";
import type { GanttMode } from "../../contract/generated/protocol.ts";
import { isNumber, isText, listOf, recordOf } from "../../contract/validate.ts";
import { columns, defaultWidths } from "./columns.ts";
import type { Column, Widths } from "./columns.ts";
import { readGanttQuery } from "../../contract/queries.ts";
import { ganttModes } from "../../contract/generated/values.ts";

export interface Switches {
  /** Highlights the critical path. */
  critical: boolean;
  /** Shows slack. */
  slack: boolean;
  /** Shows dependencies. */
  links: boolean;
  /** Shades the non-working days of each assignee. */
  daysOff: boolean;
  /** Moves tasks from working day to working day. */
  workingDays: boolean;
  /** A drop moves dependent tasks as well. */
  push: boolean;
  /** Shows the grid beside the bars. */
  grid: boolean;
  /** Shows a table instead of the chart. */
  table: boolean;
}

export interface PersistedState {
  query: GanttQuery;
  mode: GanttMode | null;
  /** Pixels per day; null for the project's zoom. */
  px: number | null;
  /** Day at the left edge and pixels from the top; null for the initial position. */
  place: { day: number; top: number } | null;
  toggled: string[];
  selected: string[];
  /** Chosen columns; null for as many as fit. */
  columns: Column[] | null;
  /** Widths of the columns that the user has resized. */
  widths: Partial<Widths>;
  /** Chosen width of the grid; null for the width of its columns. */
  grid: number | null;
  switches: Switches;
  /** ID of the proposal that the panel shows. */
  proposal: string | null;
}

const defaultSwitches: Switches = { critical: false, slack: false, links: true, daysOff: true, workingDays: true, push: true, grid: true, table: false };

/** Reads the persisted state; invalid values are replaced by defaults. */
export function readPersistedState(state: unknown): PersistedState {
  const stored = recordOf(state);
  const place = recordOf(stored["place"]);
  return {
    query: readGanttQuery(stored["query"]),
    mode: ganttModes.find((mode) => mode === stored["mode"]) ?? null,
    px: isNumber(stored["px"]) ? stored["px"] : null,
    place: isNumber(place["day"]) && isNumber(place["top"]) ? { day: place["day"], top: place["top"] } : null,
    toggled: listOf(stored["toggled"], isText),
    selected: listOf(stored["selected"], isText),
    columns: columnsOf(stored["columns"]),
    widths: withKnown({}, defaultWidths, stored["widths"], isNumber),
    grid: isNumber(stored["grid"]) ? stored["grid"] : null,
    switches: withKnown(defaultSwitches, defaultSwitches, stored["switches"], (value) => typeof value === "boolean"),
    proposal: isText(stored["proposal"]) ? stored["proposal"] : null,
  };
}

/** Always contains the title. */
function columnsOf(stored: unknown): Column[] | null {
  return Array.isArray(stored) ? columns.filter((column) => column === "title" || stored.includes(column)) : null;
}

/** Returns `usual` with the valid stored values under the names of `names`. */
function withKnown<T extends object>(usual: T, names: object, stored: unknown, is: (value: unknown) => boolean): T {
  const known = Object.entries(recordOf(stored)).filter(([name, value]) => name in names && is(value));
  return { ...usual, ...Object.fromEntries(known) };
}
