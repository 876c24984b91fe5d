// Everything about the session that is selected.
import { t } from "@vscode/l10n";
import type { SessionView } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { RelatedTasks } from "../../shared/listPage/RelatedTasks.tsx";
import { translateText } from "../../shared/text/names.ts";
import { Facts } from "../../shared/listPage/Facts.tsx";
import { SessionStatusIcon } from "../../shared/register/SessionStatusIcon.tsx";
import { useSessions } from "../state/actions.ts";
import { duration, sessionStatus } from "../../shared/register/texts.ts";
import { Comparison, ComparisonChoice } from "./ComparisonSection.tsx";
import { Checklist, Notes } from "./NoteSections.tsx";
import { Entries, Pointers } from "./EntrySections.tsx";
import { Score } from "./ScoreSection.tsx";
import { ChangesSection, Commits, Environment } from "./FactSections.tsx";
import { SessionToolbar } from "./SessionToolbar.tsx";

export function SessionPane({ view }: { view: SessionView }) {
  const { state, actions } = useSessions();
  const { summary } = view;
  const comparison = state.snapshot.value?.comparison ?? null;
  return (
    <article class="detail" aria-label={summary.summary || summary.id}>
      <header>
        <h2 dir="auto">{summary.summary || summary.id}</h2>
        <SessionToolbar view={view} />
      </header>
      <SessionFacts view={view} />
      {summary.status === "closed" && !state.readOnly.value && <p class="muted hint">{t("A closed session is not changed: a save would make it the session that the next conversation continues from. Fork it to go on with it.")}</p>}
      {view.gap !== null && (
        <div class="banner" role="note">
          <Icon name="warning" />
          {translateText(view.gap)}
        </div>
      )}
      <ComparisonChoice shown={summary.id} />
      {comparison !== null && <Comparison comparison={comparison} />}
      <Notes view={view} />
      <Entries title={t("Decisions")} rows={view.decisions} />
      <Entries title={t("Blockers")} rows={view.blockers} />
      <Checklist view={view} />
      <Pointers view={view} />
      <Entries title={t("References")} rows={view.references} />
      <RelatedTasks tasks={view.tasks} openTask={(id) => void actions.openTask(id)} />
      <Score id={summary.id} />
      <Commits id={summary.id} />
      <Environment view={view} />
      <ChangesSection view={view} />
    </article>
  );
}

/** The facts of the record, each with its name. */
function SessionFacts({ view }: { view: SessionView }) {
  const { state, actions } = useSessions();
  const { summary } = view;
  const locale = state.locale.value;
  const status = (
    <>
      <SessionStatusIcon status={summary.status} /> {sessionStatus(summary.status)}
      {summary.private && ` · ${t("private")}`}
    </>
  );
  const parents = summary.parents.map((id) => (
    <button key={id} type="button" class="button link" onClick={() => void actions.show({ session: id })}>
      {state.names.value.get(id) ?? id}
    </button>
  ));
  return (
    <Facts
      facts={[
        [t("Status"), status],
        [t("Label"), isSameName(summary.label, summary.branch) ? "" : summary.label],
        [t("Timeline"), view.timeline],
        [t("Actors"), summary.actors.join(", ")],
        [t("Owner"), view.owner],
        [t("With"), view.collaborators.join(", ")],
        [t("Branch"), summary.branch],
        [t("Commit"), view.commit === "unknown" ? "" : view.commit],
        [t("Started"), summary.startedAt && timeText(summary.startedAt, locale)],
        [t("Last saved"), summary.endedAt && timeText(summary.endedAt, locale)],
        [t("Duration"), summary.minutes === null || (summary.status === "active" && summary.minutes === 0) ? "" : duration(summary.minutes)],
        [t("ID"), summary.id],
        [t("Came from"), parents.length === 0 ? "" : parents],
      ]}
    />
  );
}

/** Returns whether a label only repeats a branch: "no signal" and "no-signal". */
function isSameName(label: string, branch: string): boolean {
  const [one, other] = [label, branch].map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim());
  return one === other;
}
