// The Git commits of the task.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { CommitLines } from "../../shared/register/CommitLines.tsx";
import { useEditor } from "../state/actions.ts";
import { Section } from "./Section.tsx";

const shownFirst = 10;

export function CommitsSection() {
  const { state, actions } = useEditor();
  const [all, setAll] = useState(false);
  const commits = state.commits.value;
  if (commits.length === 0) return null;
  return (
    <Section name="commits" title={t("Commits")} beside={<span class="muted">{commits.length}</span>}>
      <CommitLines commits={all ? commits : commits.slice(0, shownFirst)} locale={state.fieldContext.value.locale} open={(hash) => void actions.openCommit(hash)} />
      {!all && commits.length > shownFirst && (
        <Button kind="link" onClick={() => setAll(true)}>
          {t("Show all {count}", { count: commits.length })}
        </Button>
      )}
    </Section>
  );
}
