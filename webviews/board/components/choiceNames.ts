// Names of the choices of the board's menus.
import { t } from "@vscode/l10n";
import type { Sort } from "../../contract/generated/protocol.ts";
import type { LaneKind } from "../state/lanes.ts";

export function kindName(kind: LaneKind): string {
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

export function sortName(sort: Sort): string {
  switch (sort) {
    case "manual":
      return t("Manual");
    case "priority":
      return t("Priority");
    case "due":
      return t("Due date");
    case "status":
      return t("Status");
    case "id":
      return t("ID");
  }
}
