// The direct subtasks, and a field that adds one.
import { t } from "@vscode/l10n";
import { FieldNotice } from "../fields/FieldFrame.tsx";
import { TaskLine } from "../fields/TaskLine.tsx";
import { useEditor } from "../state/actions.ts";
import { NewLine } from "./NewLine.tsx";
import { Section } from "./Section.tsx";

export function SubtasksSection() {
  const { state, actions } = useEditor();
  const task = state.task.value;
  const readOnly = state.readOnly.value !== null;
  if (task === null || (readOnly && task.subtasks.length === 0)) return null;
  const { done, total } = task.card.subtasks;
  return (
    <Section
      name="subtasks"
      title={t("Subtasks")}
      beside={
        total > 0 && (
          <>
            <progress value={done} max={total} aria-label={t("{done} of {total} done", { done, total })} />
            <span class="muted" aria-hidden="true">
              {done}/{total}
            </span>
          </>
        )
      }
    >
      <ul class="lines">
        {task.subtasks.map((subtask) => (
          <li key={subtask.id}>
            <TaskLine task={subtask} />
          </li>
        ))}
      </ul>
      {!readOnly && (
        <NewLine
          entry="subtask"
          place="subtasks"
          label={t("New subtask")}
          placeholder={t("Add a subtask, then Enter")}
          onEnter={() => void actions.addSubtask()}
        />
      )}
      <FieldNotice place="subtasks" />
    </Section>
  );
}
