// Who waits for this task.
import { t } from "@vscode/l10n";
import { useEditor } from "../editor.ts";
import { TaskLine } from "./TaskLine.tsx";

export function DependentsField() {
  const { state } = useEditor();
  const dependents = state.task.value?.dependents ?? [];
  if (dependents.length === 0) return null;
  return (
    <div class="field-frame" role="group" aria-labelledby="dependents-label">
      <span class="field-label" id="dependents-label">
        {t("Tasks that wait for this one")}
      </span>
      <ul class="lines">
        {dependents.map((task) => (
          <li key={task.id}>
            <TaskLine task={task} />
          </li>
        ))}
      </ul>
    </div>
  );
}
