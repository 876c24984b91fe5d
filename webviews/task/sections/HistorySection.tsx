// The task's history by day, newest first.
import { t } from "@vscode/l10n";
import { useMemo, useState } from "preact/hooks";
import type { Event } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { ActorIcon, Icon } from "../../shared/components/Icons.tsx";
import { longDay, timeText } from "../../shared/text/dates.ts";
import { actorTitle } from "../../shared/text/names.ts";
import { useEditor } from "../state/actions.ts";
import { authorName, groupByDay, eventSentence } from "../../shared/history/historySentences.ts";
import type { HistoryContext } from "../../shared/history/historySentences.ts";
import { withoutUndone } from "../../shared/history/undone.ts";
import { Section } from "./Section.tsx";

const shownFirst = 15;

export function HistorySection() {
  const { state } = useEditor();
  const [all, setAll] = useState(false);
  const [withUndone, setWithUndone] = useState(false);
  const full = state.task.value?.history ?? [];
  const kept = useMemo(() => withoutUndone(full), [full]);
  const history = withUndone ? full : kept;
  const context: HistoryContext = { ...state.fieldContext.value, today: state.today.value };
  const days = groupByDay(all ? history : history.slice(0, shownFirst));
  return (
    <Section name="history" title={t("History")}>
      {full.length === 0 && <KnownTimes />}
      {days.map(({ day, events }) => (
        <div class="day" key={day}>
          <h3>{day === context.today ? t("Today") : longDay(day, context.locale)}</h3>
          <ul class="history">
            {events.map((event) => (
              <HistoryLine key={event.id} event={event} context={context} />
            ))}
          </ul>
        </div>
      ))}
      {!all && history.length > shownFirst && (
        <Button kind="link" onClick={() => setAll(true)}>
          {t("Show all {count} changes", { count: history.length })}
        </Button>
      )}
      {full.length > kept.length && (
        <p>
          <Button kind="link" class="undone-switch" onClick={() => setWithUndone(!withUndone)}>
            {withUndone ? t("Hide what was undone") : t("Also show what was undone ({count})", { count: full.length - kept.length })}
          </Button>
        </p>
      )}
    </Section>
  );
}

/** Without a log, the file still says when the task was created, changed and completed. */
function KnownTimes() {
  const { state } = useEditor();
  const { locale } = state.fieldContext.value;
  const { createdAt = "", updatedAt = "", completedAt = "" } = state.task.value ?? {};
  const times = [
    { label: t("Completed"), at: completedAt },
    { label: t("Updated"), at: updatedAt === createdAt ? "" : updatedAt },
    { label: t("Created"), at: createdAt },
  ].filter(({ at }) => at !== "");
  if (times.length === 0) return <p class="muted">{t("No history yet.")}</p>;
  return (
    <ul class="history">
      {times.map(({ label, at }) => (
        <li key={label}>
          <p>{label}</p>
          <time dateTime={at}>{timeText(at, locale)}</time>
        </li>
      ))}
    </ul>
  );
}

function HistoryLine({ event, context }: { event: Event; context: HistoryContext }) {
  const date = new Date(event.at);
  const time = Number.isNaN(date.getTime())
    ? ""
    : new Intl.DateTimeFormat(context.locale, { timeStyle: "short" }).format(date);
  return (
    <li>
      <AuthorIcon event={event} />
      <p>
        <span class="actor" title={event.observed === true ? undefined : actorTitle(event.actor)}>
          {authorName(event, context)}
        </span>{" "}
        {eventSentence(event, context)}
      </p>
      <time dateTime={event.at} title={timeText(event.at, context.locale)}>
        {time}
      </time>
    </li>
  );
}

function AuthorIcon({ event: { observed, actor } }: { event: Event }) {
  return observed === true ? <Icon name="eye" /> : <ActorIcon kind={actor.kind} />;
}
