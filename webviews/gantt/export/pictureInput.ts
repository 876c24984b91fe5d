// What a picture of the chart is drawn from.
import type { GanttCalendar, GanttGroup, GanttLink, GanttMilestone, GanttMode, GanttRow } from "../../contract/generated/protocol.ts";

export interface PictureInput {
  /** The project's name. */
  title: string;
  /** The rows that are not folded away, top down. */
  rows: readonly GanttRow[];
  /** Between these rows, by their positions among them. */
  links: readonly GanttLink[];
  milestones: readonly GanttMilestone[];
  calendars: readonly GanttCalendar[];
  today: number;
  mode: GanttMode;
  px: number;
  critical: boolean;
  slack: boolean;
  group: GanttGroup;
  /** Names of assignees by key. */
  names: ReadonlyMap<string, string>;
  locale: string;
}
