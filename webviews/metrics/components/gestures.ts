// The keys of the metrics page, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    [t("Left, Right, Up, Down"), t("in a chart: move the cursor, whose values are shown")],
    [t("Page Up, Page Down"), t("in a chart: move the cursor by seven steps")],
    [t("Home, End"), t("in a chart: go to the first and last day")],
    [t("Escape"), t("removes the cursor of a chart")],
    [t("Ctrl+F"), t("goes to the filter")],
    ["?", t("shows this help")],
  ];
}
