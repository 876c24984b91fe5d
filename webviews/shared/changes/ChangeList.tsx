// Changes by actor: one line for each task, session, or the rest of the project, newest first.
import { t } from "@vscode/l10n";
import type { ActorChanges, ChangedSubject, Event } from "../../contract/generated/protocol.ts";
import { Button } from "../components/Button.tsx";
import { ActorIcon, Icon, StatusIcon } from "../components/Icons.tsx";
import { authorName, eventSentence } from "../history/historySentences.ts";
import type { HistoryContext } from "../history/historySentences.ts";

interface Props {
  actors: readonly ActorChanges[];
  context: HistoryContext;
  openTask: (id: string) => void;
  openSession: (id: string) => void;
  /** Lists what is left out; absent if the page cannot. */
  showAll?: () => void;
  /** Formats the time of a line; absent for lines without one. */
  timeText?: (at: string) => string;
}

export function ChangeList(props: Props) {
  return (
    <>
      {props.actors.map((changes) => (
        <ActorPart key={`${changes.actor.kind} ${changes.actor.name} ${changes.observed}`} {...props} changes={changes} />
      ))}
    </>
  );
}

function ActorPart({ changes: { actor, observed, subjects, more }, showAll, ...props }: Props & { changes: ActorChanges }) {
  const [first] = subjects.flatMap(({ events }) => events);
  return (
    <>
      <p class="change-actor">
        {!observed && <ActorIcon kind={actor.kind} />} {first === undefined ? actor.name : authorName(first, props.context)}
      </p>
      <ul class="changes">
        {subjects.map((subject) => (
          <SubjectLine key={`${subject.kind} ${subject.id}`} {...props} subject={subject} />
        ))}
      </ul>
      {more > 0 &&
        (showAll === undefined ? (
          <p class="more">{t("{0} more", more)}</p>
        ) : (
          <Button kind="link" class="more" onClick={showAll}>
            {t("{0} more", more)}
          </Button>
        ))}
    </>
  );
}

type LineProps = Pick<Props, "context" | "openTask" | "openSession" | "timeText"> & { subject: ChangedSubject };

function SubjectLine({ subject: { kind, id, title, status, events, more }, context, openTask, openSession, timeText }: LineProps) {
  const sentences = [...events.map((event: Event) => eventSentence(event, { ...context, title })), ...(more > 0 ? [t("{0} more", more)] : [])].join(", ");
  const last = events.map(({ at }) => at).toSorted().at(-1) ?? "";
  const isOpenable = kind === "session" || (kind === "task" && status !== null);
  const parts = (
    <>
      <SubjectIcon kind={kind} status={status} />
      <span class="change-text">
        <span class="clipped" dir="auto">
          {kind === "session" ? t("Session") : title || id || t("Project")}
        </span>
        <span class="change-more">{sentences}</span>
      </span>
      {timeText !== undefined && <time dateTime={last}>{timeText(last)}</time>}
    </>
  );
  return (
    <li>
      {isOpenable ? (
        <button type="button" class="change" title={title} onClick={() => (kind === "session" ? openSession : openTask)(id)}>
          {parts}
        </button>
      ) : (
        <span class="change" title={sentences}>
          {parts}
        </span>
      )}
    </li>
  );
}

/** The status of a task; something else for a deleted task and for the rest of the project. */
function SubjectIcon({ kind, status }: Pick<ChangedSubject, "kind" | "status">) {
  if (kind === "session") return <Icon name="comment-discussion" />;
  if (status !== null) return <StatusIcon status={status} named />;
  return <Icon name={kind === "task" ? "trash" : "settings-gear"} />;
}
