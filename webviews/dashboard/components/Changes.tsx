// Changes by others since the last visit of the page.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import type { ActorChanges, ChangedSubject, Event } from "../../contract/generated/protocol.ts";
import type { DashboardTarget } from "../../contract/dashboard.ts";
import { Button } from "../../shared/components/Button.tsx";
import { useNow } from "../../shared/clock.ts";
import { ActorIcon, Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { authorName, eventSentence } from "../../shared/history/historySentences.ts";
import type { HistoryContext } from "../../shared/history/historySentences.ts";
import { noLocale } from "../../shared/text/language.ts";
import { agoText } from "../../shared/text/names.ts";
import { useDashboard } from "../state/actions.ts";
import { Card, Nothing, Row } from "./Card.tsx";

export function Changes() {
  const { state, actions } = useDashboard();
  const toggle = useRef<HTMLButtonElement>(null);
  const now = useNow();
  const past = state.past.value;
  const snapshot = state.snapshot.value;
  const changes = past?.history.changes ?? null;
  const locale = state.locale.value;
  if (snapshot === null) return null;
  // Sentences need the locale.
  if (past === null || past.since === null || changes === null || locale === noLocale) {
    return (
      <Card title={t("Since you were here")} class="changes-card">
        <div class="pending" aria-busy="true" />
      </Card>
    );
  }
  const context: HistoryContext = { locale, today: snapshot.today, assignees: snapshot.project.assignees };
  const showsAll = state.showsAllChanges.value;
  const isCut = changes.more > 0 || changes.actors.some(({ more, subjects }) => more > 0 || subjects.some((subject) => subject.more > 0));
  const showAll = (): void => {
    actions.showAllChanges(true);
    // The button that was used disappears with the answer.
    toggle.current?.focus({ preventScroll: true });
  };
  const control = (isCut || showsAll) && (
    <Button kind="link" buttonRef={toggle} onClick={() => actions.showAllChanges(!showsAll)}>
      {showsAll ? t("Show fewer") : t("Show all")}
    </Button>
  );
  return (
    <Card title={t("Since you were here")} class={showsAll ? "changes-card all" : "changes-card"} control={control}>
      <p class="card-text">{t("Changes by others since your last visit, {0}", agoText(new Date(past.since).toISOString(), now, locale))}</p>
      {changes.actors.length === 0 && <Nothing>{t("Nobody else has changed anything.")}</Nothing>}
      {changes.actors.map((actor) => (
        <ActorPart key={`${actor.actor.kind} ${actor.actor.name} ${actor.observed}`} changes={actor} context={context} showAll={showAll} />
      ))}
      {changes.more > 0 && (
        <Button kind="link" class="more" onClick={showAll}>
          {changes.more === 1 ? t("and 1 more person or agent") : t("and {0} more people or agents", changes.more)}
        </Button>
      )}
    </Card>
  );
}

interface ActorPartProps {
  changes: ActorChanges;
  context: HistoryContext;
  showAll: () => void;
}

function ActorPart({ changes: { actor, observed, subjects, more }, context, showAll }: ActorPartProps) {
  const [first] = subjects.flatMap(({ events }) => events);
  return (
    <>
      <h3>
        {!observed && <ActorIcon kind={actor.kind} />} {first === undefined ? actor.name : authorName(first, context)}
      </h3>
      <ul>
        {subjects.map((subject) => (
          <SubjectRow key={`${subject.kind} ${subject.id}`} subject={subject} context={context} />
        ))}
      </ul>
      {more > 0 && (
        <Button kind="link" class="more" onClick={showAll}>
          {t("{0} more", more)}
        </Button>
      )}
    </>
  );
}

function SubjectRow({ subject: { kind, id, title, status, events, more }, context }: { subject: ChangedSubject; context: HistoryContext }) {
  const sentences = [...events.map((event: Event) => eventSentence(event, { ...context, title })), ...(more > 0 ? [t("{0} more", more)] : [])].join(", ");
  const target = targetOf(kind, id, status !== null);
  if (target === null) {
    return (
      <li class="row still" title={sentences}>
        <Icon name={kind === "task" ? "trash" : "settings-gear"} />
        <span class="row-text">
          <span class="clipped" dir="auto">
            {title || id || t("Project")}
          </span>
          <span class="row-more">{sentences}</span>
        </span>
      </li>
    );
  }
  const icon = status === null ? <Icon name="comment-discussion" /> : <StatusIcon status={status} named />;
  return <Row target={target} icon={icon} title={kind === "session" ? t("Session") : title || id} more={sentences} />;
}

/** Returns what a subject opens; null for a deleted task and for the rest of the project. */
function targetOf(kind: ChangedSubject["kind"], id: string, exists: boolean): DashboardTarget | null {
  switch (kind) {
    case "task":
      return exists ? { kind: "task", id } : null;
    case "session":
      return { kind: "sessions", id };
    case "project":
      return null;
  }
}
