// The requirements of a document, with their tasks, and what they lack.
import { t } from "@vscode/l10n";
import type { LibraryRequirement } from "../../contract/generated/protocol.ts";
import { StatusIcon } from "../../shared/components/Icons.tsx";
import { Section } from "../../shared/listPage/Section.tsx";
import { requirementState } from "../../shared/text/requirements.ts";

interface Props {
  requirements: readonly LibraryRequirement[];
  openTask: (id: string) => void;
}

export function Requirements({ requirements, openTask }: Props) {
  return (
    <Section title={t("Requirements")} count={requirements.length} detail={lackText(requirements)}>
      <ul class="entries">
        {requirements.map((requirement) => (
          <li key={requirement.id}>
            <p class="entry-text">
              <span class="task-id">{requirement.id}</span> <span dir="auto">{requirement.title}</span>
            </p>
            <p class="entry-facts">{factsOf(requirement).join(" · ")}</p>
            {requirement.tasks.map(({ id, task }) => (
              <p key={id} class="task-line">
                <button type="button" class="button link" onClick={() => openTask(id)}>
                  {task !== null && <StatusIcon status={task.status} named />}
                  <span class="task-id">{id}</span>
                  <span class="clipped" dir="auto">{task?.title}</span>
                </button>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function factsOf(requirement: LibraryRequirement): string[] {
  return [
    requirementState(requirement),
    ...(requirement.tasks.length === 0 ? [t("no task")] : []),
    ...(requirement.proven ? [] : [t("no proof")]),
  ];
}

function lackText(requirements: readonly LibraryRequirement[]): string {
  const withoutTask = requirements.filter(({ tasks }) => tasks.length === 0).length;
  const withoutProof = requirements.filter(({ proven }) => !proven).length;
  if (withoutTask + withoutProof === 0) return "";
  return t("{total}: {tasks} without a task, {proofs} without a proof", { total: requirements.length, tasks: withoutTask, proofs: withoutProof });
}
