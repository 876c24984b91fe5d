// The timer of the task: whether it runs, and what it has counted that is not in the actual hours yet.
import { t } from "@vscode/l10n";
import type { TimerRow } from "../../contract/generated/protocol.ts";
import { durationText } from "../../contract/sessionTexts.ts";
import { useNow } from "../../shared/clock.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { useEditor } from "../state/context.ts";

export function TimerLine() {
  const timer = useEditor().state.knowledge.value?.timer ?? null;
  return timer === null ? null : <Line timer={timer} />;
}

function Line({ timer }: { timer: TimerRow }) {
  const time = durationText(minutesOf(timer, useNow()), (message, args = {}) => t(message, args));
  return (
    <div class="holder-line" role="note">
      <Icon name={timer.tracking ? "watch" : "debug-pause"} />
      <span>
        {timer.tracking
          ? t("The timer is running: {time}", { time })
          : timer.pausedByIdle
            ? t("The timer is paused because nobody was working: {time}", { time })
            : t("The timer is paused: {time}", { time })}
      </span>
    </div>
  );
}

/** Returns the minutes that a timer has counted. */
function minutesOf({ tracking, elapsedMs, startedAt }: TimerRow, now: number): number {
  const since = Date.parse(startedAt);
  const running = tracking && !Number.isNaN(since) ? Math.max(0, now - since) : 0;
  return Math.floor((elapsedMs + running) / 60_000);
}
