// The requirements of a document, with their tasks, and what they lack.
import { t } from "@vscode/l10n";
import type { LibraryRequirement } from "../../contract/generated/protocol.ts";
import { StatusIcon } from "../../shared/components/Icons.tsx";
import { Section } from "../../shared/listPage/Section.tsx";
import { requirementFacts, requirementGaps } from "./texts.ts";

interface Props {
  requirements: readonly LibraryRequirement[];
  openTask: (id: string) => void;
}

export function Requirements({ requirements, openTask }: Props) {
  return (
    <Section title={t("Requirements")} count={requirements.length} detail={requirementGaps(requirements)}>
      <ul class="entries">
        {requirements.map((requirement) => (
          <li key={requirement.id}>
            <p class="entry-text">
              <span class="task-id">{requirement.id}</span> <span dir="auto">{requirement.title}</span>
            </p>
            <p class="entry-facts">{requirementFacts(requirement).join(" · ")}</p>
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
