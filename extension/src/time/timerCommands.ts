// Commands that start, pause, resume and stop timers.

import { l10n, window, workspace, type QuickPickItem } from "vscode";
import type { TimerAction, TimerView } from "../../../webviews/contract/generated/protocol.ts";
import type { ProjectPage } from "../../../webviews/contract/surfaces.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { namesAny } from "../commands/targets.ts";
import { pickTask } from "../commands/taskPicker.ts";
import { findCurrentTask } from "../start/currentTask.ts";
import { needsCount, needsText } from "../support/needsYou.ts";
import { editorMessages } from "../support/messages.ts";
import type { Project } from "../workspace/project.ts";
import { timerDuration } from "../../../webviews/contract/time/duration.ts";
import { leadLines } from "./shownTimer.ts";
import { trackedProjects } from "./timerItem.ts";
import type { TimeTracker } from "./timeTracker.ts";

/** A timer of a project. */
interface Timer {
  readonly project: Project;
  readonly timer: TimerView;
  /** The name of the project, if the window tracks the time of several ones. */
  readonly place: string | undefined;
}

interface Choice extends QuickPickItem {
  run(): Promise<unknown>;
}

export interface TimerPages {
  openTask(project: Project, id: string): void;
  openPage(page: ProjectPage, project: Project): unknown;
}

export function timerCommands(context: CommandContext, tracker: TimeTracker, pages: TimerPages): CommandTable {
  const timers = (): Timer[] =>
    trackedProjects(context.projects, tracker).flatMap(({ project, shown }) => shown.map(({ timer, project: place }) => ({ project, timer, place })));
  const act = (project: Project, action: TimerAction): Promise<void> => actOnTimer(tracker, project, action);
  const start = async (...args: readonly unknown[]): Promise<void> => {
    const target = await context.target(args, l10n.t("Start the timer of a task"));
    if (target === undefined) return;
    await act(target.project, { kind: "start", id: target.ids[0], alone: isAlone() });
  };
  /** Always asks for the task, which is another one than those whose timers run. */
  const startAnother = async (): Promise<void> => {
    const project = await context.pickProject();
    if (project === undefined) return;
    const running = timers().filter((other) => other.project === project && other.timer.running);
    const id = await pickTask(project, l10n.t("Start the timer of a task"), undefined, running.map(({ timer }) => timer.id));
    if (typeof id === "string") await act(project, { kind: "start", id, alone: isAlone() });
  };
  const choose = async (args: readonly unknown[], title: string, matches: (timer: TimerView) => boolean): Promise<Timer | undefined> => {
    await context.projects.load();
    const all = timers().filter(({ timer }) => matches(timer));
    const isNamed = namesAny(args);
    const named = isNamed ? context.named(args) : undefined;
    const found = isNamed ? all.filter(({ project, timer }) => named?.project === project && named.ids.includes(timer.id)) : all;
    if (found.length > 1) return await pickTimer(found, title);
    if (found.length === 0) void window.showInformationMessage(l10n.t("There is no such timer."));
    return found[0];
  };
  const onTimer = (title: string, matches: (timer: TimerView) => boolean, action: (id: string) => TimerAction) => {
    return async (...args: readonly unknown[]): Promise<void> => {
      const chosen = await choose(args, title, matches);
      if (chosen !== undefined) await act(chosen.project, action(chosen.timer.id));
    };
  };
  return {
    "handoff.startTimer": start,
    "handoff.pauseTimer": onTimer(
      l10n.t("Pause a timer"),
      ({ running }) => running,
      (id) => ({ kind: "pause", id }),
    ),
    "handoff.resumeTimer": onTimer(
      l10n.t("Resume a timer"),
      ({ running }) => !running,
      (id) => ({ kind: "start", id, alone: isAlone() }),
    ),
    "handoff.stopTimer": onTimer(
      l10n.t("Stop a timer"),
      () => true,
      (id) => ({ kind: "stop", id }),
    ),
    "handoff.timerActions": async () => {
      await context.projects.load();
      const own = timers().flatMap((timer) => timerChoices(timer, act, pages));
      const choices = [...own, ...(own.length === 0 ? currentTaskChoices(context, act, pages) : []), startChoice(timers(), startAnother), timeChoice(context, timers(), pages)];
      const chosen = await window.showQuickPick(choices, { title: l10n.t("Timers"), matchOnDescription: true });
      await chosen?.run();
    },
  };
}

/** Returns whether the start of a timer stops the others. */
export function isAlone(): boolean {
  return !workspace.getConfiguration("handoff").get("timer.several", false);
}

/** Performs an action of the person, or shows why it is not possible. */
export async function actOnTimer(tracker: TimeTracker, project: Project, action: TimerAction): Promise<void> {
  const result = project.readOnly === null ? await tracker.act(project, action) : editorMessages().readOnly(project.readOnly);
  const lead = tracker.status(project)?.lead;
  if (lead?.kind === "server" || lead?.kind === "off" || lead?.kind === "broken") {
    void window.showWarningMessage(leadLines(lead).join(" "));
  } else if (result?.kind === "refused" && result.code === "paused") {
    void window.showInformationMessage(l10n.t("Writing is paused. The time is counted and written when the pause ends."));
  } else if (result !== undefined && result.kind !== "done") {
    void window.showWarningMessage(result.message);
  }
}

function timerChoices({ project, timer, place }: Timer, act: (project: Project, action: TimerAction) => Promise<void>, pages: TimerPages): Choice[] {
  const { id } = timer;
  const today = timer.running ? timerDuration(timer.todaySeconds) : undefined;
  const description = joinFacts([`${id} ${timer.title}`.trim(), today, place]);
  const choice = (icon: string, label: string, run: () => Promise<unknown>): Choice => ({ label: `$(${icon}) ${label}`, description, run });
  const open = (): Promise<void> => Promise.resolve(pages.openTask(project, id));
  return [
    timer.running
      ? choice("debug-pause", l10n.t("Pause"), () => act(project, { kind: "pause", id }))
      : choice("play", l10n.t("Resume"), () => act(project, { kind: "start", id, alone: isAlone() })),
    choice("debug-stop", l10n.t("Stop"), () => act(project, { kind: "stop", id })),
    choice("go-to-file", l10n.t("Open Task"), open),
  ];
}

/** Returns the choices for the task that the status bar shows while there is no timer. */
function currentTaskChoices(context: CommandContext, act: (project: Project, action: TimerAction) => Promise<void>, pages: TimerPages): Choice[] {
  const work = findCurrentTask(context.projects.all);
  if (work === undefined) return [];
  const { project, task, needs } = work;
  const overview: Choice = { label: `$(bell) ${needsText(needs)}`, run: () => Promise.resolve(pages.openPage("dashboard", project)) };
  if (task === undefined) return [overview];
  const { id, title } = task;
  const choice = (icon: string, label: string, run: () => Promise<unknown>): Choice => ({ label: `$(${icon}) ${label}`, description: `${id} ${title}`.trim(), run });
  return [
    choice("go-to-file", l10n.t("Open Task"), () => Promise.resolve(pages.openTask(project, id))),
    choice("check", l10n.t("Complete Task"), () => context.update({ project, ids: [id] }, { status: "done" })),
    choice("play-circle", l10n.t("Start Timer"), () => act(project, { kind: "start", id, alone: isAlone() })),
    ...(needsCount(needs) > 0 ? [overview] : []),
  ];
}

function startChoice(timers: readonly Timer[], start: () => Promise<void>): Choice {
  const label = timers.length > 0 && isAlone() ? l10n.t("Switch to Another Task…") : l10n.t("Start a Timer…");
  return { label: `$(watch) ${label}`, run: start };
}

function timeChoice(context: CommandContext, timers: readonly Timer[], pages: TimerPages): Choice {
  const run = async (): Promise<void> => {
    const project = timers[0]?.project ?? (await context.project([]));
    if (project !== undefined) pages.openPage("time", project);
  };
  return { label: `$(table) ${l10n.t("Show Time")}`, run };
}

function joinFacts(facts: readonly (string | undefined)[]): string {
  return facts.filter((fact) => fact !== undefined).join(" · ");
}

async function pickTimer(timers: readonly Timer[], title: string): Promise<Timer | undefined> {
  const items = timers.map((found) => ({ label: found.timer.title || found.timer.id, description: joinFacts([found.timer.id, found.place]), found }));
  return (await window.showQuickPick(items, { title }))?.found;
}
