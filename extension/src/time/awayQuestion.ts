// Asks once what to do with a time in which the person was away. Without an answer it is not counted.

import { l10n, window } from "vscode";
import type { TimeAway, TimeChange, TimeEntry } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import { taskName } from "../commands/taskCommands.ts";
import { pickTask } from "../commands/taskPicker.ts";
import type { Disposable } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { parseDuration } from "../../../webviews/contract/time/duration.ts";
import { durationText, timeOfDay } from "./durations.ts";
import type { TimeTracker } from "./timeTracker.ts";

export function askAboutReturns(tracker: TimeTracker, context: CommandContext): Disposable {
  return tracker.onDidReturn(({ project, away }) => void ask(context, project, away));
}

async function ask(context: CommandContext, project: Project, away: TimeAway): Promise<void> {
  const seconds = secondsOf(away);
  const keep = l10n.t("Count It");
  const other = l10n.t("Another Task…");
  const split = l10n.t("Split…");
  const discard = l10n.t("Do Not Count");
  const span = { from: timeOfDay(away.from), to: timeOfDay(away.to), duration: durationText(seconds), tasks: away.tasks.map((id) => taskName(project, id)).join(", ") };
  const said = l10n.t("You were away from {from} to {to} ({duration}). That time is not counted for {tasks}.", span);
  const stopped = away.resumed ? [] : [l10n.t("The timer is paused.")];
  const splits = away.tasks.length === 1 ? [split] : [];
  const chosen = await window.showInformationMessage([said, ...stopped].join(" "), keep, other, ...splits, discard);
  const add = async (task: string, begin: number, length: number): Promise<void> => {
    const change: TimeChange = { kind: "add", entry: entryOf(project, away, task, begin, length) };
    await context.run(project, { kind: "changeTime", change });
  };
  if (chosen === keep) {
    for (const part of away.parts) await add(part.task, inSeconds(part.from) - inSeconds(away.from), part.seconds);
  } else if (chosen === other) {
    const task = await pickTask(project, l10n.t("Which task was this time for?"));
    if (typeof task === "string") await add(task, 0, seconds);
  } else if (chosen === split) {
    await splitTime(project, away, add);
  }
}

/** Counts the first part for the task of the timer and the rest for another one. */
async function splitTime(project: Project, away: TimeAway, add: (task: string, begin: number, length: number) => Promise<void>): Promise<void> {
  const [first] = away.tasks;
  const seconds = secondsOf(away);
  if (first === undefined) return;
  const text = await window.showInputBox({
    title: l10n.t("How much of {0} was for {1}?", durationText(seconds), taskName(project, first)),
    prompt: l10n.t("For example 25m or 1:25. The rest is for another task, or is not counted."),
    validateInput: (value) => {
      const part = parseDuration(value);
      return part !== null && part > 0 && part < seconds ? undefined : l10n.t("Enter less than {0}", durationText(seconds));
    },
  });
  const part = text === undefined ? null : parseDuration(text);
  if (part === null) return;
  const rest = await pickTask(project, l10n.t("Which task was the remaining time for?"), l10n.t("Do not count the rest"), [first]);
  await add(first, 0, part);
  if (typeof rest === "string") await add(rest, part, seconds - part);
}

/** Returns a time in seconds, rounded down as in entries, so that they follow each other. */
function inSeconds(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}

function secondsOf({ from, to }: TimeAway): number {
  return Math.max(0, inSeconds(to) - inSeconds(from));
}

/** Returns an entry for a part of the time, `begin` seconds after its start. */
function entryOf(project: Project, away: TimeAway, task: string, begin: number, seconds: number): TimeEntry {
  const start = inSeconds(away.from) + begin;
  const at = (time: number): string => new Date(time * 1000).toISOString();
  return { task, start: at(start), end: at(start + seconds), seconds, source: "manual", actor: project.context.actor };
}
