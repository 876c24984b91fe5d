// State of the page that survives a reload: what is counted, and which charts are shown as tables.
import type { Display } from "../../contract/common.ts";
import type { Filter, ReportGroup } from "../../contract/generated/protocol.ts";
import { reportGroups } from "../../contract/generated/values.ts";
import { readFilter } from "../../contract/queries.ts";
import { isNumber, isText, listOf, recordOf } from "../../contract/validate.ts";
import { readRange } from "./range.ts";
import type { Range } from "./range.ts";

/** What the charts of work count. */
export type Measure = "tasks" | "hours";

export interface Choices {
  filter: Filter;
  group: ReportGroup | null;
  range: Range;
  measure: Measure;
}

export interface PersistedState {
  choices: Choices;
  /** Keys of the charts that are shown as tables. */
  tables: string[];
  /** Keys of the folding charts that are open. */
  open: string[];
  /** How far the page is scrolled, in pixels. */
  scroll: number;
}

/** Returns what is displayed besides the filter, as a view stores it: without null, which a file of the project cannot hold. */
export function displayOf({ group, range, measure }: Omit<Choices, "filter">): Display {
  const stored = Object.fromEntries(Object.entries(range).filter(([, value]) => value !== null));
  return { group: group ?? "none", range: stored, measure };
}

/** Reads what is displayed besides the filter, from the persisted state or from a view; invalid values are replaced by defaults. */
export function readDisplay({ group, range, measure }: Display): Omit<Choices, "filter"> {
  return {
    group: reportGroups.find((known) => known === group) ?? null,
    range: readRange(range),
    measure: measure === "hours" ? "hours" : "tasks",
  };
}

/** Reads the persisted state; invalid values are replaced by defaults. */
export function readPersistedState(state: unknown): PersistedState {
  const { choices, tables, open, scroll } = recordOf(state);
  return {
    choices: { filter: readFilter(recordOf(choices)["filter"]), ...readDisplay(recordOf(choices)) },
    tables: listOf(tables, isText),
    open: listOf(open, isText),
    scroll: isNumber(scroll) ? scroll : 0,
  };
}
