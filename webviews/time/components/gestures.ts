// The keys of the time page, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    [t("[ and ]"), t("previous and next week or month")],
    [t("T"), t("this week or month")],
    [t("N"), t("adds an entry")],
    [t("Arrow keys, Home, End"), t("move in the grid and in the list")],
    [t("F2, Delete"), t("edit, delete the entry")],
    [t("Ctrl+F"), t("filters by task")],
    [t("Ctrl+Z, Ctrl+Shift+Z"), t("undo, redo")],
    ["?", t("shows this help")],
  ];
}
