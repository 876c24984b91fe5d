// What the status bar shows while no timer runs: the task that the user works on, or else what waits for the user.

import { l10n } from "vscode";
import type { TaskName } from "../../../webviews/contract/generated/protocol.ts";
import { statusIcons } from "../../../webviews/contract/texts/texts.ts";
import { waitingText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";

export interface InHand {
  readonly project: Project;
  /** Undefined if tasks wait for the user instead. */
  readonly task: TaskName | undefined;
  readonly review: number;
  readonly blocked: number;
}

/** Returns the first task that the user works on; without one, the first project in which something waits. */
export function findInHand(projects: readonly Project[]): InHand | undefined {
  const found = projects
    .filter((project) => project.state === "ready" && project.summary.initialized)
    .map((project): InHand => ({ project, task: project.summary.inHand, review: project.summary.inReview, blocked: project.summary.blocked }));
  return found.find(({ task }) => task !== undefined) ?? found.find(({ review, blocked }) => review + blocked > 0);
}

export function inHandText({ task, review, blocked }: InHand, shorten: (title: string) => string): string {
  if (task !== undefined) return `$(${statusIcons[task.status]}) ${shorten(task.title || task.id)}`;
  return `$(bell) ${review + blocked}`;
}

export function inHandTooltip({ task, review, blocked }: InHand): string {
  return task === undefined ? waitingText(review, blocked) : l10n.t("You work on {0}", `${task.id} ${task.title}`.trim());
}
