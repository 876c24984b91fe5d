// The keys of the settings page, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    [t("Ctrl+F"), t("goes to the search")],
    [t("Enter"), t("saves the field; opens a person, a milestone or a label")],
    [t("Ctrl+Enter"), t("saves a list of texts")],
    [t("Escape"), t("restores the value in the file")],
    [t("Ctrl+Z, Ctrl+Shift+Z"), t("undo, redo")],
    ["?", t("shows this help")],
  ];
}
