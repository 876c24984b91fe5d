// The keys of the dashboard, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    [t("Tab, Shift+Tab"), t("go from figure to figure")],
    [t("Enter, Space"), t("show what a figure counts, or the task")],
    [t("Left, Right, Home, End"), t("move between the pages")],
    ["?", t("shows this help")],
  ];
}
