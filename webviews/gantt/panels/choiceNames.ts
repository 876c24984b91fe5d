// Names of the chart's zoom levels, modes, groups and orders.
import { t } from "@vscode/l10n";
import type { GanttGroup, GanttMode, GanttSort } from "../../contract/generated/protocol.ts";
import { fieldLabel } from "../../shared/text/names.ts";
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
  return group === "tree" ? t("Task tree") : fieldLabel(group);
}

export function sortName(sort: GanttSort): string {
  switch (sort) {
    case "manual":
      return t("Manual");
    case "start":
      return fieldLabel("startDate");
    case "id-desc":
      return t("ID, descending");
    case "id":
    case "status":
      return fieldLabel(sort);
  }
}
