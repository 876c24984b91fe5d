// Names of the chart's zoom levels, modes, groups and orders.
import { t } from "@vscode/l10n";
import type { GanttGroup, GanttMode, GanttSort } from "../../contract/generated/protocol.ts";
import type { Level } from "../state/zoom.ts";

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
