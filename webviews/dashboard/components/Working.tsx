// Who is at work on what: held tasks, other tasks in progress, active sessions and running timers.
import { t } from "@vscode/l10n";
import type { DashboardView, ListedTask, RunningTimer } from "../../contract/generated/protocol.ts";
import { useNow } from "../../shared/clock.ts";
import { ActorIcon, Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { nameOf } from "../../contract/people/assignees.ts";
import { actorName, agoText, needText } from "../../shared/text/names.ts";
import { RunningTime } from "../../shared/time/RunningTime.tsx";
import { useDashboard } from "../state/actions.ts";
import { runningText } from "../state/texts.ts";
import { Card, More, Nothing, Row } from "./Card.tsx";

/** Sessions and timers that the card lists. */
const MAX_LISTED = 3;

export function Working({ dashboard: { working, timers } }: { dashboard: DashboardView }) {
  const { state } = useDashboard();
  const now = useNow();
  const locale = state.locale.value;
  const sessions = state.past.value?.history.sessions ?? [];
  const isIdle = working.total + sessions.length + timers.length === 0;
  const isUnassigned = ({ card }: ListedTask): boolean => card.holder === undefined && card.assignee === undefined;
  const unassigned = working.tasks.filter(isUnassigned);
  const inProgress = { kind: "board", statuses: ["in_progress"], byDue: false } as const;
  return (
    <Card title={t("At work")} class="working-card" count={working.total} target={inProgress}>
      {isIdle && <Nothing icon="info">{t("Nobody holds a task, and no task is in progress.")}</Nothing>}
      <ul>
        {working.tasks
          .filter((task) => !isUnassigned(task))
          .map((task) => (
            <WorkRow key={task.card.key} task={task} now={now} />
          ))}
      </ul>
      {unassigned.length > 0 && (
        <>
          <h3>{t("In progress, unassigned")}</h3>
          <ul>
            {unassigned.map(({ card, since }) => (
              <Row
                key={card.key}
                target={{ kind: "task", id: card.key }}
                icon={<StatusIcon status={card.status} named />}
                title={card.title || card.id}
                {...(since !== null && { more: t("started {0}", agoText(since, now, locale)) })}
              />
            ))}
          </ul>
        </>
      )}
      <More count={working.total - working.tasks.length} target={inProgress} />
      {sessions.length > 0 && (
        <>
          <h3>{t("Active session")}</h3>
          <ul>
            {sessions.slice(0, MAX_LISTED).map(({ id, summary, label, author, startedAt }) => (
              <Row
                key={id}
                target={{ kind: "sessions", id }}
                icon={<Icon name="comment-discussion" />}
                title={summary || label || id}
                more={[author, startedAt === "" ? "" : t("began {0}", agoText(startedAt, now, locale))].filter((part) => part !== "").join(" · ")}
              />
            ))}
          </ul>
          <More count={sessions.length - MAX_LISTED} target={{ kind: "sessions" }} />
        </>
      )}
      {timers.length > 0 && (
        <>
          <h3>{t("Running timer")}</h3>
          <ul>
            {timers.slice(0, MAX_LISTED).map((timer) => (
              <TimerRow key={timer.id} timer={timer} />
            ))}
          </ul>
          <More count={timers.length - MAX_LISTED} target={{ kind: "time" }} />
        </>
      )}
    </Card>
  );
}

/** The time goes on as long as the program that measures it lives. */
function TimerRow({ timer: { id, title, elapsedMs, startedAt, agent } }: { timer: RunningTimer }) {
  const { state } = useDashboard();
  const me = state.snapshot.value?.me ?? "";
  const who = agent == null ? me || t("Person") : agent.name === "" ? t("Agent") : actorName(agent);
  const since = startedAt === null ? Number.NaN : Date.parse(startedAt);
  return (
    <Row
      target={{ kind: "task", id }}
      icon={<Icon name="watch" />}
      title={title || id}
      more={[<strong key="who">{who}</strong>, startedAt === null ? ` · ${t("left behind by a program that has ended")}` : ""]}
    >
      <span class="due">{Number.isNaN(since) ? runningText(elapsedMs / 1000) : <RunningTime since={since} text={runningText} />}</span>
    </Row>
  );
}

/** The actor first: the card answers who works on what. */
function WorkRow({ task: { card, since }, now }: { task: ListedTask; now: number }) {
  const { state } = useDashboard();
  const locale = state.locale.value;
  const { assignees } = state.snapshot.value?.project ?? { assignees: [] };
  const target = { kind: "task", id: card.key } as const;
  const title = card.title || card.id;
  if (card.holder !== undefined) {
    const { actor, heardAt, needs } = card.holder;
    const doing = needs === undefined ? t("active {0}", agoText(heardAt, now, locale)) : needText(needs);
    return (
      <Row target={target} icon={<ActorIcon kind={actor.kind} />} title={title} more={[<strong key="who">{actorName(actor)}</strong>, ` · ${doing}`]} />
    );
  }
  const { assignee = "" } = card;
  const person = assignees.find(({ key }) => key === assignee);
  const who = nameOf(assignee, assignees);
  return (
    <Row
      target={target}
      icon={<ActorIcon kind={person?.kind ?? "human"} />}
      title={title}
      more={[<strong key="who">{who}</strong>, since === null ? ` · ${t("in progress")}` : ` · ${t("started {0}", agoText(since, now, locale))}`]}
    />
  );
}
