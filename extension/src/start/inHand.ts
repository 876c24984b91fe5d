// What the status bar shows while no timer runs: the task that the user works on, or else what waits for the user.

import { l10n } from "vscode";
import type { Card } from "../../../webviews/contract/generated/protocol.ts";
import { statusIcons } from "../../../webviews/contract/texts.ts";
import { waitingText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";

export interface InHand {
  readonly project: Project;
  /** Undefined if tasks wait for the user instead. */
  readonly task: Card | undefined;
  readonly review: number;
  readonly blocked: number;
}

/** Returns the first task that the user works on; without one, the first project in which something waits. */
export function findInHand(projects: readonly Project[]): InHand | undefined {
  const found = projects.filter((project) => project.state === "ready" && project.summary.initialized).map(inHandOf);
  return found.find(({ task }) => task !== undefined) ?? found.find(({ review, blocked }) => review + blocked > 0);
}

function inHandOf(project: Project): InHand {
  const { counts, blocked } = project.summary;
  const review = counts.find(({ status }) => status === "review")?.count ?? 0;
  return { project, task: taskOf(project), review, blocked };
}

/** Returns a task that the user holds, or else one in progress that is assigned to the user. */
function taskOf(project: Project): Card | undefined {
  const { claims, assignees } = project.summary;
  const [held] = claims?.own ?? [];
  if (held !== undefined) return project.view({ kind: "task", id: held })?.card;
  const { name } = project.context.actor;
  const me = assignees.find((person) => person.kind === "human" && [person.key, person.name].includes(name));
  if (me === undefined) return undefined;
  const filter = { assignees: [me.key], statuses: ["in_progress" as const] };
  const { columns } = project.view({ kind: "board", filter, sort: "manual", leavesOnly: true, unlimited: [] });
  return columns.flatMap(({ cards }) => cards)[0];
}

export function inHandText({ task, review, blocked }: InHand, shorten: (title: string) => string): string {
  if (task !== undefined) return `$(${statusIcons.in_progress}) ${shorten(task.title || task.id)}`;
  return `$(bell) ${review + blocked}`;
}

export function inHandTooltip({ task, review, blocked }: InHand): string {
  return task === undefined ? waitingText(review, blocked) : l10n.t("You work on {0}", `${task.id} ${task.title}`.trim());
}
