// The whole page in all of its states.
import { t } from "@vscode/l10n";
import { Button } from "../shared/components/Button.tsx";
import { Icon } from "../shared/components/Icons.tsx";
import { ReadOnlyBanner } from "../shared/components/PageStates.tsx";
import { fieldLabel } from "../shared/text/names.ts";
import { useEditor } from "./state/actions.ts";
import { CommentsSection } from "./sections/CommentsSection.tsx";
import { CommitsSection } from "./sections/CommitsSection.tsx";
import { CriteriaSection } from "./sections/CriteriaSection.tsx";
import { GoneNotice, ProblemBanner } from "./sections/ProblemBanner.tsx";
import { HistorySection } from "./sections/HistorySection.tsx";
import { HolderLine } from "./sections/HolderLine.tsx";
import { KnowledgeSections } from "./sections/KnowledgeSections.tsx";
import { NotesSection } from "./sections/NotesSection.tsx";
import { PageHeader } from "./sections/PageHeader.tsx";
import { KeyFields, MoreFields } from "./fields/SideFields.tsx";
import { RequirementsSection } from "./sections/RequirementsSection.tsx";
import { ReviewLine } from "./sections/ReviewLine.tsx";
import { SendMenu } from "./sections/SendMenu.tsx";
import { SubtasksSection } from "./sections/SubtasksSection.tsx";
import { TimerLine } from "./sections/TimerLine.tsx";
import { TokensSection } from "./sections/TokensSection.tsx";
import { displayText } from "./state/state.ts";
import { FieldNotice } from "./fields/FieldFrame.tsx";
import { TextControl } from "./fields/TextControl.tsx";

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
                {t("The task is read-only until its problems are fixed.")}
              </div>
            )}
            <ProblemBanner />
            <TitleField />
            <HolderLine />
            <ReviewLine />
            <div class="task-actions">
              <SendMenu />
              <TimerLine />
            </div>
          </div>
          <div class="description">
            <NotesSection />
          </div>
          <aside aria-label={t("Fields")}>
            <KeyFields />
            <MoreFields />
          </aside>
          <div class="text">
            <CriteriaSection />
            <SubtasksSection />
            <CommentsSection />
          </div>
          <div class="past">
            <RequirementsSection />
            <CommitsSection />
            <TokensSection />
            <KnowledgeSections />
            <HistorySection />
          </div>
        </div>
      )}
    </>
  );
}

/** The title, large and edited in place. The heading has the focus at first. */
function TitleField() {
  const { state } = useEditor();
  return (
    <div class="field-frame title-frame" data-place="title">
      <h1 id="heading" class="visually-hidden" tabIndex={-1}>
        {state.task.value?.card.title}
      </h1>
      <TextControl id="title" text={displayText(state, "title")} kind="lines" class="quiet title" label={fieldLabel("title")} placeholder={fieldLabel("title")} />
      <FieldNotice place="title" />
    </div>
  );
}
