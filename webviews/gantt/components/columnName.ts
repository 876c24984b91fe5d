// How the columns of the grid are called.
import { t } from "@vscode/l10n";
import type { Column } from "../columns.ts";

export function columnName(column: Column): string {
  switch (column) {
    case "title":
      return t("Title");
    case "assignee":
      return t("Assignee");
    case "start":
      return t("Start");
    case "due":
      return t("Due");
    case "hours":
      return t("Hours");
    case "progress":
      return t("Progress");
  }
}
