// The tasks that a record names.
import { t } from "@vscode/l10n";
import type { RelatedTask } from "../../contract/generated/protocol.ts";
import { StatusIcon } from "../components/Icons.tsx";
import { Section } from "./Section.tsx";

export function RelatedTasks({ tasks, openTask }: { tasks: readonly RelatedTask[]; openTask: (id: string) => void }) {
  return (
    <Section title={t("Tasks")} count={tasks.length}>
      <ul class="entries">
        {tasks.map(({ id, task }) => (
          <li key={id} class="task-line">
            {task === null ? (
              <span class="muted">{t("{id}: no such task", { id })}</span>
            ) : (
              <button type="button" class="button link" onClick={() => openTask(id)}>
                <StatusIcon status={task.status} named />
                <span class="task-id">{task.id}</span>
                <span class="clipped" dir="auto">{task.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
