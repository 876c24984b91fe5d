// The current task: the status bar shows it while no timer runs.

import { l10n } from "vscode";
import type { NeedsYou, TaskName } from "../../../webviews/contract/generated/protocol.ts";
import { statusIcons } from "../../../webviews/contract/texts/texts.ts";
import { needsCount, needsText } from "../support/needsYou.ts";
import type { Project } from "../workspace/project.ts";

/** The task that the user works on; without one, a project in which something needs the user. */
export interface CurrentTask {
  readonly project: Project;
  /** Undefined if something else needs the user. */
  readonly task: TaskName | undefined;
  readonly needs: NeedsYou;
}

/** Returns the first task that the user works on; without one, the first project in which something needs the user. */
export function findCurrentTask(projects: readonly Project[]): CurrentTask | undefined {
  const found = projects
    .filter((project) => project.state === "ready" && project.summary.initialized)
    .map((project): CurrentTask => ({ project, task: project.summary.currentTask, needs: project.summary.needsYou }));
  return found.find(({ task }) => task !== undefined) ?? found.find(({ needs }) => needsCount(needs) > 0);
}

export function currentTaskText({ task, needs }: CurrentTask, shorten: (title: string) => string): string {
  if (task !== undefined) return `$(${statusIcons[task.status]}) ${shorten(task.title || task.id)}`;
  return `$(bell) ${needsCount(needs)}`;
}

export function currentTaskTooltip({ task, needs }: CurrentTask): string {
  return task === undefined ? needsText(needs) : l10n.t("You work on {0}", `${task.id} ${task.title}`.trim());
}
