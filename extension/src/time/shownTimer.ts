// The timer that the status bar shows, and its texts.

import { l10n } from "vscode";
import type { TimerLead, TimerStatus, TimerView } from "../../../webviews/contract/generated/protocol.ts";
import { translateText } from "../support/vocabulary.ts";
import { timerDuration } from "../../../webviews/contract/time/duration.ts";
import { durationText, hoursText, timeOfDay } from "./durations.ts";

/** A timer of a project as it is now. */
export interface ShownTimer {
  readonly timer: TimerView;
  readonly status: TimerStatus;
  /** Seconds since the timer was measured. */
  readonly age: number;
  /** The name of its project, if the window tracks the time of several ones. */
  readonly project?: string;
}

/** The seconds of today on the task. */
function todayOf({ timer, age }: ShownTimer): number {
  return timer.todaySeconds + (timer.running ? age : 0);
}

/** The seconds of the person today in the project, on all tasks: timers that run together all count, those of agents do not. */
function todayInTotal({ status, age }: ShownTimer): number {
  const own = status.timers.filter((timer) => timer.running && timer.agent === undefined);
  return status.todaySeconds + own.length * age;
}

/** The actual hours of the task, with the time that is measured now. */
function hoursOf({ timer, age }: ShownTimer): number {
  return timer.actualHours + timer.elapsedMs / 3_600_000 + (timer.running ? age / 3600 : 0);
}

export function isOverEstimate(shown: ShownTimer): boolean {
  const { estimateHours } = shown.timer;
  return estimateHours !== undefined && estimateHours > 0 && hoursOf(shown) > estimateHours;
}

/** Returns whether the seconds of today are shown, because the minutes do not move yet. */
export function isInFirstMinute(shown: ShownTimer): boolean {
  return shown.timer.running && todayOf(shown) < 60;
}

/** Returns the text of the status bar. */
export function statusText(shown: ShownTimer, isBreakDue: boolean): string {
  const { timer } = shown;
  const icon = isBreakDue ? "coffee" : timer.agent !== undefined ? "hubot" : timer.running ? "watch" : "debug-pause";
  return `$(${icon}) ${timerDuration(todayOf(shown))} ${shorten(timer.title || timer.id)}`;
}

/** Returns the lines of the tooltip. */
export function statusLines(shown: ShownTimer, others: number, isBreakDue: boolean): string[] {
  const { timer, status, project } = shown;
  const { estimateHours } = timer;
  const hours = hoursText(hoursOf(shown));
  return [
    `${timer.id} ${timer.title}`.trim(),
    ...(project === undefined ? [] : [l10n.t("Project: {0}", project)]),
    stateLine(timer),
    l10n.t("Today on this task: {0}", durationText(todayOf(shown))),
    l10n.t("Today in total: {0}", durationText(todayInTotal(shown))),
    estimateHours === undefined ? l10n.t("Worked on it: {0}", hours) : l10n.t("Worked on it: {0} of the estimated {1}", hours, hoursText(estimateHours)),
    ...(isOverEstimate(shown) ? [l10n.t("The estimate is exceeded.")] : []),
    ...(isBreakDue ? [l10n.t("Time for a break.")] : []),
    ...(others > 0 ? [l10n.t("Other timers: {0}", others)] : []),
    ...leadLines(status.lead),
  ];
}

function stateLine(timer: TimerView): string {
  if (timer.agent !== undefined) return l10n.t("Measures the time of an agent, because you are away.");
  if (timer.running) return l10n.t("The timer is running.");
  return timer.idle ? l10n.t("The timer waits for you to return.") : l10n.t("The timer is paused.");
}

/** Says who else runs the timers; nothing if this window does. */
export function leadLines(lead: TimerLead): string[] {
  switch (lead.kind) {
    case "own":
      return [];
    case "otherWindow":
      return [l10n.t("Another window runs the timers. Start or pause a timer here to run them in this window.")];
    case "server":
      return [l10n.t("An agent's server runs the timers until {0}, or longer if it stays active.", timeOfDay(lead.until))];
    case "off":
    case "broken":
      return [translateText(lead.reason)];
  }
}

const MOST_CHARACTERS = 32;

/** Shortens a title, at the end of a character, to the room of the status bar. */
export function shorten(title: string): string {
  const characters = Array.from(title);
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join("").trimEnd()}…` : title;
}
