// Help on the chart's keys and gestures.
import { t } from "@vscode/l10n";

export function Help() {
  return (
    <div class="help" tabIndex={0} role="group" aria-label={t("Keys and gestures")}>
      <h2>{t("Keys and gestures")}</h2>
      <dl>
        {gestures().map(([how, what]) => (
          <div key={how}>
            <dt>{how}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Returns the keys and gestures with what they do. */
function gestures(): [how: string, what: string][] {
  return [
    [t("Drag a bar"), t("moves the task; Alt while dropping takes dependants along or leaves them")],
    [t("Drag an end of a bar"), t("changes the start or the due date")],
    [t("Drag the circle at an end to another bar"), t("draws a dependency")],
    [t("Click an arrow"), t("changes or deletes the dependency")],
    [t("Drag on the row of a task without dates"), t("gives it dates")],
    [t("Drag a row of the list"), t("puts it elsewhere in the tree")],
    [t("Drag the background"), t("moves the chart")],
    [t("Ctrl+wheel"), t("zooms around the pointer")],
    [t("Arrow keys"), t("go through rows, fold and unfold, and go through the cells of a row")],
    [t("Enter, F2, Delete"), t("open, edit, delete")],
    [t("Alt+Left, Alt+Right"), t("move the task by a day")],
    [t("Shift+Alt+Left, Shift+Alt+Right"), t("move its due date")],
    [t("Ctrl+Alt+Left, Ctrl+Alt+Right"), t("move its start")],
    [t("Space"), t("picks the bar up: arrow keys move it, Enter drops it, Escape puts it back")],
    [t("L"), t("draws a dependency: arrow keys choose the task that waits, K the kind, Enter ties them")],
    [t("D"), t("shows what the task waits for, to be changed or deleted")],
    [t("Alt+Up, Alt+Down"), t("move the row among its siblings")],
    [t("Ctrl+Shift+Left, Ctrl+Shift+Right"), t("put the row out of its parent, or into the task above")],
    [t("X, Shift+arrow keys, Ctrl+A"), t("choose rows, to move them together")],
    [t("+, −, 0, T"), t("zoom in, zoom out, show everything, go to today")],
    [t("Home"), t("brings the bar of the row into sight")],
    [t("Ctrl+Z, Ctrl+Shift+Z"), t("undo, redo")],
  ];
}
