// The tasks, the environment, the commits and the changes of a session.
import { t } from "@vscode/l10n";
import type { SessionView } from "../../contract/generated/protocol.ts";
import { timeText } from "../../shared/text/dates.ts";
import { ChangeList } from "../../shared/changes/ChangeList.tsx";
import { CommitLines } from "../../shared/register/CommitLines.tsx";
import type { HistoryContext } from "../../shared/history/historySentences.ts";
import { Section } from "../../shared/listPage/Section.tsx";
import { useSessions } from "../state/actions.ts";

export function Environment({ view }: { view: SessionView }) {
  const { environment, dirtyFiles } = view;
  return (
    <>
      <Section title={t("Environment")} count={environment.length}>
        <dl class="record-facts">
          {environment.map(([name, value]) => (
            <div key={name}>
              <dt>{name || t("Value")}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t("Uncommitted files at the last save")} count={dirtyFiles.length}>
        <pre class="files" tabindex={0}>{dirtyFiles.join("\n")}</pre>
      </Section>
    </>
  );
}

export function Commits({ id }: { id: string }) {
  const { state, actions } = useSessions();
  const known = state.commits.value;
  const commits = known?.id === id ? known.commits : [];
  return (
    <Section title={t("Commits")} count={commits.length}>
      <CommitLines commits={commits} locale={state.locale.value} open={(hash) => void actions.openCommit(hash)} />
    </Section>
  );
}

/** What lasted of the changes during the session. */
export function ChangesSection({ view: { changes } }: { view: SessionView }) {
  const { state, actions } = useSessions();
  const locale = state.locale.value;
  const context: HistoryContext = {
    locale,
    today: state.snapshot.value?.today ?? "",
    assignees: state.snapshot.value?.project.assignees ?? [],
  };
  return (
    <Section title={t("What happened meanwhile")} count={changes.actors.reduce((sum, { subjects, more }) => sum + subjects.length + more, 0)}>
      <ChangeList
        actors={changes.actors}
        context={context}
        openTask={(id) => void actions.openTask(id)}
        openSession={(id) => void actions.show({ tab: "sessions", session: id, text: "" })}
        timeText={(at) => timeText(at, locale)}
      />
    </Section>
  );
}
