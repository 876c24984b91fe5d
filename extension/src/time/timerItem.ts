// The status bar item: the timer with its time of today, or else the current task, or the number of items that need
// the user. A click offers actions.

import { l10n, StatusBarAlignment, ThemeColor, window, workspace, type Disposable } from "vscode";
import type { ReadOnlyReason } from "../../../webviews/contract/common.ts";
import type { TimerView } from "../../../webviews/contract/generated/protocol.ts";
import { setContext } from "../support/contextKeys.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { currentTaskText, currentTaskTooltip, type CurrentTask } from "../start/currentTask.ts";
import { isInFirstMinute, isOverEstimate, shorten, statusLines, statusText, type ShownTimer } from "./shownTimer.ts";
import type { TimeTracker } from "./timeTracker.ts";

/** Left of what other extensions show, right of the branch. */
const PRIORITY = 40;
const ACTIONS = "handoff.timerActions";

const readOnlyReasons = {
  untrusted: () => l10n.t("Timers are off because this workspace is not trusted: nothing may be written."),
  readOnlyFileSystem: () => l10n.t("Timers are off because the files of this project cannot be written."),
} as const satisfies Record<NonNullable<ReadOnlyReason>, () => string>;

export class TimerItem implements Disposable {
  readonly #tracker: TimeTracker;
  readonly #projects: Pick<Projects, "all">;
  readonly #currentTask: () => CurrentTask | undefined;
  readonly #now: () => number;
  readonly #item = window.createStatusBarItem("timer", StatusBarAlignment.Left, PRIORITY);
  readonly #parts: Disposable;
  /** When the person's current stretch of work began; undefined during a break. */
  #focusSince: number | undefined;
  /** Shows the next second of a timer in its first minute. */
  #nextSecond: ReturnType<typeof setTimeout> | undefined;

  constructor(tracker: TimeTracker, projects: Pick<Projects, "all" | "onDidChange">, currentTask: () => CurrentTask | undefined, now: () => number) {
    this.#tracker = tracker;
    this.#projects = projects;
    this.#currentTask = currentTask;
    this.#now = now;
    this.#item.name = l10n.t("Handoff: Timer");
    this.#parts = combineDisposables([
      this.#item,
      tracker.onDidChange(() => this.#update()),
      projects.onDidChange(() => this.#update()),
    ]);
  }

  dispose(): void {
    clearTimeout(this.#nextSecond);
    this.#parts.dispose();
  }

  #update(): void {
    clearTimeout(this.#nextSecond);
    const tracked = trackedProjects(this.#projects, this.#tracker);
    const timers = tracked.flatMap(({ shown }) => shown);
    const running = timers.filter(({ timer }) => timer.running);
    setContext("handoff.hasTimer", timers.length > 0);
    setContext("handoff.timerRuns", running.length > 0);
    const isFocused = running.some(({ timer }) => timer.agent === undefined);
    this.#focusSince = isFocused ? (this.#focusSince ?? this.#now()) : undefined;
    const [shown] = [...running, ...timers];
    const reason = this.#projects.all.find((project) => project.state === "ready" && project.readOnly !== null && project.summary.initialized)?.readOnly ?? null;
    if (shown !== undefined) this.#show(shown, timers.length - 1);
    else if (tracked.some(({ canStart }) => canStart)) this.#offer();
    else if (reason !== null) this.#explain(reason);
    else this.#item.hide();
  }

  #show(shown: ShownTimer, others: number): void {
    if (isInFirstMinute(shown)) this.#nextSecond = setTimeout(() => this.#update(), 1000);
    const isBreakDue = this.#isBreakDue();
    const lines = statusLines(shown, others, isBreakDue);
    this.#item.command = ACTIONS;
    this.#item.text = statusText(shown, isBreakDue);
    this.#item.tooltip = lines.join("\n");
    this.#item.backgroundColor = isOverEstimate(shown) ? new ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#item.accessibilityInformation = { label: l10n.t("Timer: {0}", lines.join(" ")), role: "button" };
    this.#item.show();
  }

  /** Shows the current task, or that a timer can be started. */
  #offer(): void {
    const work = this.#currentTask();
    const lines = [...(work === undefined ? [] : [currentTaskTooltip(work)]), l10n.t("Start a timer")];
    this.#item.command = ACTIONS;
    this.#item.text = work === undefined ? "$(watch)" : currentTaskText(work, shorten);
    this.#item.tooltip = lines.join("\n");
    this.#item.backgroundColor = undefined;
    this.#item.accessibilityInformation = { label: lines.join(". "), role: "button" };
    this.#item.show();
  }

  /** Says why no timer can be started. A click leads to the trust in the workspace, if that is missing. */
  #explain(reason: NonNullable<ReadOnlyReason>): void {
    const why = readOnlyReasons[reason]();
    this.#item.command = reason === "untrusted" ? "workbench.trust.manage" : undefined;
    this.#item.text = `$(watch) ${l10n.t("Off")}`;
    this.#item.tooltip = why;
    this.#item.backgroundColor = undefined;
    this.#item.accessibilityInformation = { label: why, role: reason === "untrusted" ? "button" : "note" };
    this.#item.show();
  }

  #isBreakDue(): boolean {
    const minutes = workspace.getConfiguration("handoff").get<number>("timer.focusMinutes", 0);
    return minutes > 0 && this.#focusSince !== undefined && this.#now() - this.#focusSince >= minutes * 60_000;
  }
}

/** A project whose time can be tracked. */
interface TrackedProject {
  readonly project: Project;
  readonly shown: readonly ShownTimer[];
  /** Whether the configuration lets this window run timers. */
  readonly canStart: boolean;
}

export function trackedProjects(projects: Pick<Projects, "all">, tracker: TimeTracker): TrackedProject[] {
  const isOneOfSeveral = projects.all.filter((project) => tracker.status(project) !== undefined).length > 1;
  return projects.all.flatMap((project) => {
    const status = tracker.status(project);
    if (status === undefined) return [];
    const age = Math.floor(tracker.age(project) / 1000);
    const place = isOneOfSeveral ? { project: project.name } : {};
    const shown = status.timers.map((timer: TimerView) => ({ timer, status, age, ...place }));
    return [{ project, shown, canStart: status.lead.kind !== "off" && status.lead.kind !== "broken" }];
  });
}
