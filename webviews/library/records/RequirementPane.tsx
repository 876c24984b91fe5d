// A requirement with its state, its document and its tasks.
import { t } from "@vscode/l10n";
import type { LibraryRequirement } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Facts } from "../../shared/listPage/Facts.tsx";
import { RelatedTasks } from "../../shared/listPage/RelatedTasks.tsx";
import { requirementState } from "../../shared/text/requirements.ts";
import { useLibrary } from "../state/actions.ts";

export function RequirementPane({ requirement }: { requirement: LibraryRequirement }) {
  const { actions } = useLibrary();
  const { id, title, tasks, proven, document, path } = requirement;
  return (
    <article class="detail" aria-label={`${id} ${title}`}>
      <header>
        <h2 dir="auto">
          <span class="task-id">{id}</span> {title}
        </h2>
        <div class="page-toolbar" role="toolbar" aria-label={t("Requirement")}>
          <Button kind="secondary" icon="book" onClick={() => void actions.show({ tab: "documents", path })}>
            {t("Show the document")}
          </Button>
        </div>
      </header>
      <Facts
        facts={[
          [t("State"), requirementState(requirement)],
          [t("Proof"), proven ? "" : t("no test and no verification")],
          [t("Document"), document],
        ]}
      />
      {tasks.length === 0 ? <p class="muted">{t("No task links to this requirement.")}</p> : <RelatedTasks tasks={tasks} openTask={(task) => void actions.openTask(task)} />}
    </article>
  );
}
