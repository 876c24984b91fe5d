// The requirements that the task implements or checks, with their documents.
import { t } from "@vscode/l10n";
import { Icon } from "../../shared/components/Icons.tsx";
import { requirementState } from "../../shared/text/requirements.ts";
import { useEditor } from "../state/actions.ts";
import { Section } from "./Section.tsx";

export function RequirementsSection() {
  const { state, actions } = useEditor();
  const requirements = state.task.value?.requirements ?? [];
  if (requirements.length === 0) return null;
  return (
    <Section name="requirements" title={t("Requirements")} beside={<span class="muted">{requirements.length}</span>}>
      <ul class="entries">
        {requirements.map((requirement) => (
          <li key={requirement.path + requirement.id}>
            <p class="entry-text">
              <Icon name="checklist" />
              <button type="button" class="button link" onClick={() => void actions.openRecord(requirement.path)}>
                <span class="task-id">{requirement.id}</span> <span dir="auto">{requirement.title}</span>
              </button>
            </p>
            <p class="entry-facts">{[requirementState(requirement), roleName(requirement.role)].join(" · ")}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function roleName(role: string): string {
  switch (role) {
    case "implements":
      return t("implemented by this task");
    case "executes":
      return t("checked by this task");
    default:
      return role;
  }
}
