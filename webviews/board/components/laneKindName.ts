// Names of the kinds of lanes.
import { t } from "@vscode/l10n";
import type { LaneKind } from "../state/lanes.ts";

export function laneKindName(kind: LaneKind): string {
  switch (kind) {
    case "none":
      return t("None");
    case "assignee":
      return t("Assignee");
    case "milestone":
      return t("Milestone");
    case "priority":
      return t("Priority");
    case "parent":
      return t("Parent");
    case "label":
      return t("Label");
  }
}
