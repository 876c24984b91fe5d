// Input of a picture of the chart.
import type { GanttCalendar, GanttGroup, GanttLink, GanttMilestone, GanttMode, GanttRow } from "../../contract/generated/protocol.ts";

export interface PictureInput {
  /** The project's name. */
  title: string;
  /** The expanded rows, top down. */
  rows: readonly GanttRow[];
  /** Dependencies between these rows, by index. */
  links: readonly GanttLink[];
  milestones: readonly GanttMilestone[];
  calendars: readonly GanttCalendar[];
  today: number;
  mode: GanttMode;
  px: number;
  critical: boolean;
  slack: boolean;
  group: GanttGroup;
  /** Names of assignees, by key. */
  names: ReadonlyMap<string, string>;
  locale: string;
}
