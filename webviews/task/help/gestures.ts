// The keys of the task page, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    ["F2", t("edits the title; so does Enter after opening the task")],
    [t("Ctrl+S"), t("saves everything now")],
    [t("Enter"), t("saves the field; adds a criterion or a subtask")],
    [t("Ctrl+Enter"), t("adds the typed comment")],
    [t("Escape"), t("restores the value in the file")],
    [t("Alt+Up, Alt+Down"), t("move the criterion")],
    [t("Left, Right, Delete"), t("move between labels or paths, remove one")],
    [t("Down"), t("opens suggestions, or the calendar of a date")],
    [t("Arrow keys, Home, End, Page Up, Page Down"), t("in the calendar: day, week, ends of the week, month; with Shift, the year")],
    ["?", t("shows this help")],
  ];
}
