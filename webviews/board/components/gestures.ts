// The keys and gestures of the board, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    [t("Drag a card"), t("changes its status and its place; in lanes also the value of the lane")],
    [t("Click, Ctrl+click, Shift+click"), t("selects one, adds one, selects up to the card")],
    [t("Double-click, Enter"), t("opens the task")],
    [t("Arrow keys, Home, End"), t("move between cards; with Shift they select")],
    [t("Space"), t("picks the card up: arrow keys move it, Space drops it, Escape puts it back")],
    [t("N"), t("adds a task to the column")],
    [t("F2, Delete"), t("edit the title, delete")],
    [t("S, A, P"), t("set the status, the assignee, the priority")],
    [t("L, D, E"), t("add labels, set the due date, the estimate")],
    [t("M"), t("opens the menu of the card")],
    [t("G"), t("shows what agents propose for the card")],
    [t("X, Ctrl+A, Escape"), t("select the card, select the column, clear the selection")],
    [t("Ctrl+F"), t("goes to the filter")],
    [t("Ctrl+Z, Ctrl+Shift+Z"), t("undo, redo")],
    ["?", t("shows this help")],
  ];
}
