// The keys and gestures of the chart, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    [t("Drag a bar"), t("moves the task; hold Alt while dropping to move or leave its dependent tasks")],
    [t("Drag an end of a bar"), t("changes the start or the due date")],
    [t("Drag the dot at an end of a bar to another bar"), t("adds a dependency")],
    [t("Click an arrow"), t("changes or deletes the dependency")],
    [t("Drag on the row of a task without dates"), t("sets its dates")],
    [t("Drag a row of the list"), t("moves it in the tree")],
    [t("Drag the background"), t("moves the chart")],
    [t("Ctrl+wheel"), t("zooms around the pointer")],
    [t("Arrow keys"), t("move between rows and cells, collapse and expand rows")],
    [t("Enter, F2, Delete"), t("open, edit, delete")],
    [t("Alt+Left, Alt+Right"), t("move the task by a day")],
    [t("Shift+Alt+Left, Shift+Alt+Right"), t("move its due date")],
    [t("Ctrl+Alt+Left, Ctrl+Alt+Right"), t("move its start")],
    [t("Space"), t("picks the bar up: arrow keys move it, Enter drops it, Escape puts it back")],
    [t("L"), t("adds a dependency: arrow keys select the task that waits, K changes the kind, Enter adds it")],
    [t("D"), t("shows the dependencies of the task, to change or delete them")],
    [t("Alt+Up, Alt+Down"), t("move the row among its siblings")],
    [t("Ctrl+Shift+Left, Ctrl+Shift+Right"), t("move the row out of its parent, or into the task above")],
    [t("X, Shift+arrow keys, Ctrl+A"), t("select rows to move them together")],
    [t("+, −, 0, T"), t("zoom in, zoom out, show everything, go to today")],
    [t("Home"), t("scrolls to the bar of the row")],
    [t("Ctrl+Z, Ctrl+Shift+Z"), t("undo, redo")],
    ["?", t("shows this help")],
  ];
}
