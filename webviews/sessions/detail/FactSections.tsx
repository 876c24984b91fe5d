// The tasks, the environment and the events of a session.
import { t } from "@vscode/l10n";
import { useMemo, useState } from "preact/hooks";
import type { Event, SessionView } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { ActorIcon } from "../../shared/components/Icons.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { CommitLines } from "../../shared/register/CommitLines.tsx";
import { authorName, eventSentence } from "../../shared/history/historySentences.ts";
import type { HistoryContext } from "../../shared/history/historySentences.ts";
import { lastingEvents } from "../../shared/history/lasting.ts";
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

const shownFirst = 20;

export function EventList({ view }: { view: SessionView }) {
  const { state } = useSessions();
  const [each, setEach] = useState(false);
  const [all, setAll] = useState(false);
  const { events, moreEvents } = view;
  const lasting = useMemo(() => lastingEvents(events), [events]);
  const shown = each ? events : lasting;
  const context: HistoryContext = {
    locale: state.locale.value,
    today: state.snapshot.value?.today ?? "",
    assignees: state.snapshot.value?.project.assignees ?? [],
  };
  return (
    <Section title={t("What happened meanwhile")} count={shown.length}>
      <ul class="entries">
        {(all ? shown : shown.slice(0, shownFirst)).map((event) => (
          <EventLine key={event.id} event={event} context={context} />
        ))}
      </ul>
      {!all && shown.length > shownFirst && (
        <Button kind="link" onClick={() => setAll(true)}>
          {t("Show all {count} changes", { count: shown.length })}
        </Button>
      )}
      {lasting.length < events.length && (
        <Button kind="link" onClick={() => setEach(!each)}>
          {each ? t("Show only what lasted") : t("Show each change ({count})", { count: events.length })}
        </Button>
      )}
      {(all || shown.length <= shownFirst) && moreEvents > 0 && <p class="muted hint">{t("And {count} more.", { count: moreEvents })}</p>}
    </Section>
  );
}

function EventLine({ event, context }: { event: Event; context: HistoryContext }) {
  const { actions } = useSessions();
  const { task } = event;
  return (
    <li class="event-line">
      <ActorIcon kind={event.actor.kind} />
      <span>
        {task !== undefined && (
          <>
            <button type="button" class="button link task-id" onClick={() => void actions.openTask(task)}>
              {task}
            </button>{" "}
          </>
        )}
        {authorName(event, context)}{" "}
        {eventSentence(event, context)}
      </span>
      <time dateTime={event.at}>{timeText(event.at, context.locale)}</time>
    </li>
  );
}
