// What the chart draws, gathered from all that is shown and wanted. Everything drawn follows from it.
import type { DependencyKind, GanttCalendar, GanttLink, GanttMilestone, GanttMode, GanttRow } from "../../contract/generated/protocol.ts";
import { withDates } from "../state/pendingDates.ts";
import type { Dates } from "../state/pendingDates.ts";
import type { Scale } from "../time/scale.ts";

/** Heights of everything, in pixels. */
export const lineHeight = 28;
export const axisHeight = 46;
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
  /** The critical path is marked. */
  critical: boolean;
  slack: boolean;
  /** Bars can be taken. */
  isEditable: boolean;
  selected: ReadonlySet<string>;
  /** The row that has the tab stop. */
  focused: string | null;
  /** Dates of bars that are being dragged, by row key. */
  draggedDates: ReadonlyMap<string, Dates>;
  /** Rows whose bars are being dragged, or stay where they were dropped until that is in the files. */
  movedRows: ReadonlySet<string>;
  /** Where bars would go, by row key. */
  ghosts: ReadonlyMap<string, Dates>;
  /** The dependency that is being looked at, by ids. */
  link: { from: string; to: string } | null;
  /** The dependency that is being drawn. */
  draftLink: { from: { key: string; end: "start" | "end" }; to: { key: string; kind: DependencyKind } | null; pointer: { x: number; y: number } | null } | null;
  locale: string;
}

/** The part of the sheet that is drawn. */
export interface Window {
  left: number;
  right: number;
  /** Lines, the last not included. */
  first: number;
  after: number;
}

/** A row as it is drawn: where it is held being dragged. */
export function rowWithDraggedDates(scene: Scene, at: number): GanttRow | undefined {
  const row = scene.rows[at];
  const dates = row === undefined ? undefined : scene.draggedDates.get(row.key);
  return row === undefined || dates === undefined ? row : withDates(row, dates);
}
