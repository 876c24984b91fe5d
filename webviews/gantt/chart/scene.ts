// Everything that the chart renders, derived from the state.
import type { DependencyKind, GanttCalendar, GanttLink, GanttMilestone, GanttMode, GanttRow } from "../../contract/generated/protocol.ts";
import { withDates } from "../state/pendingDates.ts";
import type { Dates } from "../state/pendingDates.ts";
import type { Scale } from "../time/scale.ts";

/** Heights in pixels. */
export const lineHeight = 28;
export const axisHeight = 46;
/** A line of milestones. The first is also there without any: it has the flag of today. */
export const milestoneHeight = 22;
export const loadHeight = 30;

export interface Scene {
  rows: readonly GanttRow[];
  shown: readonly number[];
  lines: Int32Array;
  links: readonly GanttLink[];
  calendars: readonly GanttCalendar[];
  milestones: readonly GanttMilestone[];
  today: number;
  scale: Scale;
  mode: GanttMode;
  /** Highlights the critical path. */
  critical: boolean;
  slack: boolean;
  /** Shades non-working days. */
  daysOff: boolean;
  /** Bars can be dragged. */
  isEditable: boolean;
  selected: ReadonlySet<string>;
  /** Key of the row that has the tab stop. */
  focused: string | null;
  /** Dates of dragged bars, by row key. */
  draggedDates: ReadonlyMap<string, Dates>;
  /** Rows whose bars are dragged, or dropped and not confirmed yet. */
  movedRows: ReadonlySet<string>;
  /** Proposed dates, by row key. */
  ghosts: ReadonlyMap<string, Dates>;
  /** The selected dependency, by task IDs. */
  link: { from: string; to: string } | null;
  /** The dependency that is being drawn. */
  draftLink: { from: { key: string; end: "start" | "end" }; to: { key: string; kind: DependencyKind } | null; pointer: { x: number; y: number } | null } | null;
  locale: string;
}

/** The part of the sheet that is rendered. */
export interface Window {
  left: number;
  right: number;
  /** Lines, end exclusive. */
  first: number;
  after: number;
}

/** Returns a row with its dragged dates. */
export function rowWithDraggedDates(scene: Scene, at: number): GanttRow | undefined {
  const row = scene.rows[at];
  const dates = row === undefined ? undefined : scene.draggedDates.get(row.key);
  return row === undefined || dates === undefined ? row : withDates(row, dates);
}
