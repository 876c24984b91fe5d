// The timers: what they measure now, and buttons to pause, resume and stop them.
import { t } from "@vscode/l10n";
import type { TimerLead, TimerView } from "../../contract/generated/protocol.ts";
import { useSeconds } from "../../shared/clock.ts";
import { Button } from "../../shared/components/Button.tsx";
import { ActorIcon, Icon } from "../../shared/components/Icons.tsx";
import { actorName, translateText } from "../../shared/text/names.ts";
import { useTime } from "../state/actions.ts";
import { runningDuration, timerDuration } from "../../contract/time/duration.ts";

export function Timers() {
  const { state } = useTime();
  const known = state.timers.value;
  if (known === null) return null;
  const { status, receivedAt } = known;
  const note = leadText(status.lead);
  if (status.timers.length === 0 && note === null) return null;
  return (
    <section class="timers" aria-label={t("Timers")}>
      {note !== null && (
        <p class="timers-note">
          <Icon name={status.lead.kind === "broken" ? "warning" : "info"} />
          {note}
        </p>
      )}
      {status.timers.length > 0 && (
        <ul>
          {status.timers.map((timer) => (
            <TimerLine key={timer.id} timer={timer} receivedAt={receivedAt} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TimerLine({ timer, receivedAt }: { timer: TimerView; receivedAt: number }) {
  const { state, actions } = useTime();
  const { id, title, running, idle, agent, todaySeconds, elapsedMs } = timer;
  return (
    <li class={running ? "timer running" : "timer"}>
      <Icon name={running ? "record" : "debug-pause"} label={running ? t("running") : t("paused")} class="timer-state" />
      <span class="timer-time">{running ? <Elapsed elapsedMs={elapsedMs} receivedAt={receivedAt} /> : pausedTime(elapsedMs)}</span>
      <Button kind="link" class="timer-task" onClick={() => actions.openTask(id)}>
        <span class="task-id">{id}</span> <span class="clipped" dir="auto">{title}</span>
      </Button>
      <span class="timer-facts">
        {agent !== undefined && (
          <span>
            <ActorIcon kind={agent.kind} /> {actorName(agent)}
          </span>
        )}
        {idle && <span>{t("waits until you are back")}</span>}
        <span>{t("Today {0}", timerDuration(todaySeconds))}</span>
      </span>
      {!state.readOnly.value && (
        <span class="timer-actions">
          {running ? (
            <Button icon="debug-pause" label={t("Pause the timer of {id}", { id })} onClick={() => actions.timer({ kind: "pause", id })} />
          ) : (
            <Button icon="play" label={t("Resume the timer of {id}", { id })} onClick={() => actions.startTimer(id)} />
          )}
          <Button icon="debug-stop" label={t("Stop the timer of {id}", { id })} onClick={() => actions.timer({ kind: "stop", id })} />
        </span>
      )}
    </li>
  );
}

/** The time of a running timer, which goes on by itself. */
function Elapsed({ elapsedMs, receivedAt }: { elapsedMs: number; receivedAt: number }) {
  const since = Math.max(0, useSeconds() - receivedAt);
  return <>{runningDuration(Math.floor((elapsedMs + since) / 1000))}</>;
}

/** Returns what a paused timer has measured, unless all of it is in entries. */
function pausedTime(elapsedMs: number): string {
  return elapsedMs < 1000 ? "" : runningDuration(Math.floor(elapsedMs / 1000));
}

/** Says who runs the timers if that is not this window. */
function leadText(lead: TimerLead): string | null {
  switch (lead.kind) {
    case "own":
      return null;
    case "otherWindow":
      return t("Another window runs the timers.");
    case "server":
      return t("A server for agents runs the timers.");
    case "off":
    case "broken":
      return translateText(lead.reason);
  }
}
