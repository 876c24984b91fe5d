// The mark of a running timer at its task. Its time goes on by itself.
import { t } from "@vscode/l10n";
import { timerDuration } from "../../contract/time/duration.ts";
import { durationText } from "../../contract/texts/sessionTexts.ts";
import type { TimerMark } from "../../contract/common.ts";
import { useNow } from "../clock.ts";
import { translate } from "../text/language.ts";
import { spokenActor } from "../text/names.ts";
import { Icon } from "../components/Icons.tsx";
import { RunningTime } from "./RunningTime.tsx";

interface TimerProps {
  timer: TimerMark;
}

/** Icon and time, for a line of facts. */
export function TimerFact({ timer }: TimerProps) {
  const now = useNow();
  const text = timerText(timer, now);
  return (
    <span class="fact timer-mark" role="img" aria-label={text} title={text}>
      <Icon name="watch" />
      <RunningTime since={timer.since} text={timerDuration} />
    </span>
  );
}

/** The icon alone, where there is no room for more. */
export function TimerIcon({ timer }: TimerProps) {
  return <Icon name="watch" label={timerText(timer, useNow())} class="timer-mark" />;
}

function timerText(timer: TimerMark, now: number): string {
  const time = durationText(Math.floor(secondsOf(timer, now) / 60), translate);
  const { agent } = timer;
  return agent === undefined ? t("Timer running: {time}", { time }) : t("Timer running for {actor}: {time}", { time, actor: spokenActor(agent) });
}

function secondsOf({ since }: TimerMark, now: number): number {
  return Math.max(0, Math.floor((now - since) / 1000));
}
