// The whole page, in each state that it can be in.
import { t } from "@vscode/l10n";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icon.tsx";
import { ReadOnlyBanner } from "../../shared/components/ReadOnlyBanner.tsx";
import { useEditor } from "../editor.ts";
import { CriteriaSection } from "./CriteriaSection.tsx";
import { GoneNotice } from "./GoneNotice.tsx";
import { HistorySection } from "./HistorySection.tsx";
import { NotesSection } from "./NotesSection.tsx";
import { PageHeader } from "./PageHeader.tsx";
import { ProblemBanner } from "./ProblemBanner.tsx";
import { KeyFields, MoreFields } from "./SideFields.tsx";
import { SubtasksSection } from "./SubtasksSection.tsx";
import { TitleField } from "./TitleField.tsx";

export function TaskPage({ reload }: { reload: () => void }) {
  const { state } = useEditor();
  const { snapshot, failure, task } = state;
  if (failure.value !== null) {
    return (
      <div class="blank">
        <p>{t("The task could not be loaded: {reason}", { reason: failure.value })}</p>
        <Button kind="primary" onClick={reload}>
          {t("Try again")}
        </Button>
      </div>
    );
  }
  if (snapshot.value === null) {
    return (
      <div class="blank" aria-busy="true">
        <Icon name="loading" class="codicon-modifier-spin" label={t("Loading…")} />
      </div>
    );
  }
  return (
    <>
      <PageHeader />
      {task.value === null ? (
        <GoneNotice />
      ) : (
        <div class="columns">
          <div class="top">
            <ReadOnlyBanner reason={snapshot.value.readOnly} />
            {state.readOnly.value === "broken" && (
              <div class="banner" role="note">
                <Icon name="lock" />
                {t("The task can be looked at but not changed until its problems are settled.")}
              </div>
            )}
            <ProblemBanner />
            <TitleField />
          </div>
          <aside aria-label={t("Fields")}>
            <KeyFields />
            <MoreFields />
          </aside>
          <div class="text">
            <NotesSection />
            <CriteriaSection />
            <SubtasksSection />
          </div>
          <div class="past">
            <HistorySection />
          </div>
        </div>
      )}
    </>
  );
}
