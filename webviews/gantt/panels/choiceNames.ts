// How the chart's choices, and what a proposal does, are called.
import { t } from "@vscode/l10n";
import type { GanttGroup, GanttMode, GanttRow, GanttSort, Lateness } from "../../contract/generated/protocol.ts";
import type { Level } from "../state/zoom.ts";
import type { Shift } from "../proposal/proposal.ts";

export function levelName(level: Level): string {
  switch (level) {
    case "day":
      return t("Days");
    case "week":
      return t("Weeks");
    case "month":
      return t("Months");
    case "quarter":
      return t("Quarters");
  }
}

export function modeName(mode: GanttMode): string {
  switch (mode) {
    case "plan":
      return t("Plan");
    case "actual":
      return t("Actual");
    case "compare":
      return t("Plan and actual");
  }
}

export function groupName(group: GanttGroup): string {
  switch (group) {
    case "tree":
      return t("Task tree");
    case "assignee":
      return t("Assignee");
    case "milestone":
      return t("Milestone");
  }
}

export function sortName(sort: GanttSort): string {
  switch (sort) {
    case "manual":
      return t("Manual");
    case "start":
      return t("Start date");
    case "id":
      return t("ID");
    case "id-desc":
      return t("ID, descending");
    case "status":
      return t("Status");
  }
}

/** What the heading of a group says. */
export function headingText({ title }: GanttRow, group: GanttGroup, names: ReadonlyMap<string, string>): string {
  if (title !== "") return names.get(title) ?? title;
  return group === "milestone" ? t("No milestone") : t("Nobody");
}

export function dayCount(days: number): string {
  return days === 1 ? t("1 day") : t("{0} days", days);
}

/** "3 days later". */
export function shiftText(shift: Shift): string {
  switch (shift.kind) {
    case "new":
      return t("gets dates");
    case "moved":
      return shift.days > 0 ? t("{0} later", dayCount(shift.days)) : t("{0} earlier", dayCount(-shift.days));
    case "changed":
      if (shift.days === 0) return t("another length");
      return shift.days > 0 ? t("ends {0} later", dayCount(shift.days)) : t("ends {0} earlier", dayCount(-shift.days));
  }
}

/** Which target is missed, and by how much. */
export function latenessText({ milestone, days }: Lateness): string {
  if (milestone === undefined) return t("{0} after its due date", dayCount(days));
  return t("{0} after {1}", dayCount(days), milestone);
}
