// The timer of the task: whether it runs and what it has counted, with buttons to start, pause, resume
// and stop it.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import { timerDuration } from "../../contract/time/duration.ts";
import type { TimerLead, TimerRow, TimerView } from "../../contract/generated/protocol.ts";
import { durationText } from "../../contract/texts/sessionTexts.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { translate } from "../../shared/text/language.ts";
import { spokenActor } from "../../shared/text/names.ts";
import { RunningTime } from "../../shared/time/RunningTime.tsx";
import { useEditor } from "../state/actions.ts";

export function TimerLine() {
  const { state } = useEditor();
  const known = state.timers.value;
  const row = state.knowledge.value?.timer ?? null;
  const id = state.task.value?.card.id ?? "";
  if (known === null) return row === null ? null : <StoredTimer timer={row} />;
  const timer = known.status.timers.find((other) => other.id === id);
  const isOffered = state.readOnly.value === null && canAct(known.status.lead);
  if (timer === undefined && !isOffered) return null;
  return (
    <div class="holder-line timer-line" role="group" aria-label={t("Timer")}>
      {timer !== undefined && <TimerState timer={timer} receivedAt={known.receivedAt} />}
      {isOffered && <TimerButtons id={id} timer={timer} />}
    </div>
  );
}

/** The timer in the file, as long as this window does not follow the timers. */
function StoredTimer({ timer: { tracking, elapsedMs, startedAt, pausedByIdle } }: { timer: TimerRow }) {
  const since = Date.parse(startedAt);
  const runs = tracking && !Number.isNaN(since);
  return (
    <div class="holder-line" role="note">
      <Icon name={tracking ? "watch" : "debug-pause"} />
      <span>{runs ? <RunningTime before={elapsedMs} since={since} text={runningText} /> : pausedText(pausedByIdle, timeText(elapsedMs))}</span>
    </div>
  );
}

function TimerState({ timer, receivedAt }: { timer: TimerView; receivedAt: number }) {
  const { running, idle, agent, elapsedMs, todaySeconds } = timer;
  const text = agent === undefined ? runningText : (seconds: number) => t("The timer measures the time of {actor}: {time}", { actor: spokenActor(agent), time: timeText(seconds * 1000) });
  const today = (seconds: number): string => t("Today {0}", timerDuration(seconds));
  return (
    <>
      <Icon name={running ? "watch" : "debug-pause"} class={running ? "timer-runs" : ""} />
      <span>{running ? <RunningTime before={elapsedMs} since={receivedAt} text={text} /> : pausedText(idle, elapsedMs === 0 ? undefined : timeText(elapsedMs))}</span>
      <span class="timer-today">{running ? <RunningTime before={todaySeconds * 1000} since={receivedAt} text={today} /> : today(todaySeconds)}</span>
    </>
  );
}

/** The first button is the same element in each state, so that it keeps the focus. */
function TimerButtons({ id, timer }: { id: string; timer: TimerView | undefined }) {
  const { actions } = useEditor();
  const first = useRef<HTMLButtonElement>(null);
  const stop = (): void => {
    first.current?.focus();
    void actions.timer({ kind: "stop", id });
  };
  const isRunning = timer?.running === true;
  return (
    <span class="timer-buttons">
      <Button
        key="first"
        kind="secondary"
        icon={isRunning ? "debug-pause" : "play"}
        buttonRef={first}
        onClick={() => void actions.timer(isRunning ? { kind: "pause", id } : { kind: "start", id, alone: false })}
      >
        {isRunning ? t("Pause") : timer === undefined ? t("Start Timer") : t("Resume")}
      </Button>
      {timer !== undefined && (
        <Button key="stop" kind="secondary" icon="debug-stop" onClick={stop}>
          {t("Stop")}
        </Button>
      )}
    </span>
  );
}

/** Returns whether people can use timers. Where a server runs them, VSCode says so when they try. */
function canAct({ kind }: TimerLead): boolean {
  return kind !== "off" && kind !== "broken";
}

function pausedText(isIdle: boolean, time: string | undefined): string {
  if (isIdle) return time === undefined ? t("The timer is paused because nobody was working") : t("The timer is paused because nobody was working: {time}", { time });
  return time === undefined ? t("The timer is paused") : t("The timer is paused: {time}", { time });
}

function runningText(seconds: number): string {
  return t("The timer is running: {time}", { time: timeText(seconds * 1000) });
}

function timeText(ms: number): string {
  return ms < 60_000 ? timerDuration(Math.floor(ms / 1000)) : durationText(Math.floor(ms / 60_000), translate);
}
