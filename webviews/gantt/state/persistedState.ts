// What survives a reload of the window: what the person chose to see and where they were. Read back as untrusted.
import type { GanttQuery } from "../../contract/gantt.ts";
import type { GanttMode } from "../../contract/generated/protocol.ts";
import { isNumber, isText, listOf, recordOf } from "../../contract/validate.ts";
import { columns, defaultWidths } from "./columns.ts";
import type { Column, Widths } from "./columns.ts";
import { readGanttQuery } from "../../contract/queries.ts";
import { ganttModes } from "../../contract/generated/values.ts";

export interface Switches {
  /** Marks the critical path. */
  critical: boolean;
  /** Shows how much later each task may end. */
  slack: boolean;
  /** Moves tasks from working day to working day. */
  workingDays: boolean;
  /** A drop moves what depends on it, too. */
  push: boolean;
  /** The grid beside the bars. */
  grid: boolean;
  /** A table in place of the chart. */
  table: boolean;
}

export interface PersistedState {
  query: GanttQuery;
  mode: GanttMode | null;
  /** Pixels per day; null for what the project's zoom says. */
  px: number | null;
  /** The day at the left edge, and pixels from the top; null for where work is. */
  place: { day: number; top: number } | null;
  collapsed: string[];
  selected: string[];
  /** The columns that were chosen; null for as many as fit. */
  columns: Column[] | null;
  widths: Widths;
  /** How wide the grid was pulled; null for as wide as its columns. */
  grid: number | null;
  switches: Switches;
}

const defaultSwitches: Switches = { critical: false, slack: false, workingDays: true, push: true, grid: true, table: false };

/** What was kept, as far as it makes sense. */
export function readPersistedState(stored: unknown): PersistedState {
  const kept = recordOf(stored);
  const place = recordOf(kept["place"]);
  return {
    query: readGanttQuery(kept["query"]),
    mode: ganttModes.find((mode) => mode === kept["mode"]) ?? null,
    px: isNumber(kept["px"]) ? kept["px"] : null,
    place: isNumber(place["day"]) && isNumber(place["top"]) ? { day: place["day"], top: place["top"] } : null,
    collapsed: listOf(kept["collapsed"], isText),
    selected: listOf(kept["selected"], isText),
    columns: columnsOf(kept["columns"]),
    widths: withKnown(defaultWidths, kept["widths"], isNumber),
    grid: isNumber(kept["grid"]) ? kept["grid"] : null,
    switches: withKnown(defaultSwitches, kept["switches"], (value) => typeof value === "boolean"),
  };
}

/** There is always a title. */
function columnsOf(stored: unknown): Column[] | null {
  return Array.isArray(stored) ? columns.filter((column) => column === "title" || stored.includes(column)) : null;
}

/** The usual values, with those that were kept in their place. */
function withKnown<T extends object>(usual: T, stored: unknown, is: (value: unknown) => boolean): T {
  const known = Object.entries(recordOf(stored)).filter(([name, value]) => name in usual && is(value));
  return { ...usual, ...Object.fromEntries(known) };
}
