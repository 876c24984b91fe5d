// The direct subtasks.
import { t } from "@vscode/l10n";
import { useEditor } from "../state/context.ts";
import { Section } from "./Section.tsx";
import { TaskLine } from "../fields/TaskLine.tsx";

export function SubtasksSection() {
  const { state } = useEditor();
  const task = state.task.value;
  if (task === null || task.subtasks.length === 0) return null;
  const { done, total } = task.card.subtasks;
  return (
    <Section
      title={t("Subtasks")}
      beside={
        <>
          <progress value={done} max={total} aria-label={t("{done} of {total} done", { done, total })} />
          <span class="muted" aria-hidden="true">
            {done}/{total}
          </span>
        </>
      }
    >
      <ul class="lines">
        {task.subtasks.map((subtask) => (
          <li key={subtask.id}>
            <TaskLine task={subtask} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
