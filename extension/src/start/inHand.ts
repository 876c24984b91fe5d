// What the status bar shows while no timer runs: the task that the user works on, or else what waits for the user.

import { l10n } from "vscode";
import type { NeedsYou, TaskName } from "../../../webviews/contract/generated/protocol.ts";
import { statusIcons } from "../../../webviews/contract/texts/texts.ts";
import { needsCount, needsText } from "../support/needsYou.ts";
import type { Project } from "../workspace/project.ts";

export interface InHand {
  readonly project: Project;
  /** Undefined if something else needs the user. */
  readonly task: TaskName | undefined;
  readonly needs: NeedsYou;
}

/** Returns the first task that the user works on; without one, the first project in which something waits. */
export function findInHand(projects: readonly Project[]): InHand | undefined {
  const found = projects
    .filter((project) => project.state === "ready" && project.summary.initialized)
    .map((project): InHand => ({ project, task: project.summary.inHand, needs: project.summary.needsYou }));
  return found.find(({ task }) => task !== undefined) ?? found.find(({ needs }) => needsCount(needs) > 0);
}

export function inHandText({ task, needs }: InHand, shorten: (title: string) => string): string {
  if (task !== undefined) return `$(${statusIcons[task.status]}) ${shorten(task.title || task.id)}`;
  return `$(bell) ${needsCount(needs)}`;
}

export function inHandTooltip({ task, needs }: InHand): string {
  return task === undefined ? needsText(needs) : l10n.t("You work on {0}", `${task.id} ${task.title}`.trim());
}
