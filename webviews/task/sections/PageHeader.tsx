// The task's place in the tree, and the page's toolbar.
import { t } from "@vscode/l10n";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { PageBar } from "../../shared/pages/PageBar.tsx";
import { FieldNotice } from "../fields/FieldFrame.tsx";
import { gestures } from "../help/gestures.ts";
import { useEditor } from "../state/actions.ts";
import type { DraftId } from "../state/state.ts";

export function PageHeader() {
  const { state, actions } = useEditor();
  const task = state.task.value;
  const readOnly = state.readOnly.value !== null;
  return (
    <header>
      <PageBar
        open={(page) => void actions.openPage(page)}
        {...(!readOnly && {
          history: {
            steps: state.snapshot.value?.project,
            undo: () => void actions.carryOut({ kind: "undo" }),
            redo: () => void actions.carryOut({ kind: "redo" }),
          },
        })}
        gestures={gestures}
      />
      <div class="header-row">
        {task !== null && (
          <nav aria-label={t("Parent tasks")}>
            <ol class="breadcrumb">
              {task.ancestors.map(({ id, title }) => (
                <li key={id}>
                  <Button kind="link" onClick={() => void actions.openTask(id)}>
                    <span class="task-id">{id}</span>
                    <span class="task-title">{title}</span>
                  </Button>
                  <Icon name="chevron-right" />
                </li>
              ))}
              <li class="task-id" aria-current="page">
                {task.card.id}
              </li>
            </ol>
          </nav>
        )}
        <div class="page-toolbar" role="toolbar" aria-label={t("Task")}>
          <SaveState />
          {task !== null && !readOnly && (
            <Button icon="trash" label={t("Delete task")} onClick={() => void actions.deleteTask()} />
          )}
        </div>
      </div>
      <FieldNotice place="task" />
    </header>
  );
}

function SaveState() {
  const { state } = useEditor();
  if (state.readOnly.value !== null) return null;
  const drafts = Object.entries(state.drafts.value);
  const stuck = drafts.some(
    ([id, draft]) => draft?.theirs !== undefined || state.notices.value[id as DraftId]?.text === draft?.text,
  );
  if (state.sending.value > 0) return <span class="save-state">{t("Saving…")}</span>;
  if (stuck) {
    return (
      <span class="save-state">
        <Icon name="warning" />
        {t("Some changes are not saved")}
      </span>
    );
  }
  return drafts.length === 0 ? <span class="save-state">{t("Saved")}</span> : null;
}
