// Quick picks for the value of a field. Each returns a patch, or undefined if the pick was
// cancelled.

import { l10n, window, type QuickPickItem } from "vscode";
import type { ProjectView, TaskPatch } from "../../../webviews/contract/generated/protocol.ts";
import { priorities, statuses } from "../../../webviews/contract/generated/values.ts";
import { priorityName, statusIcon, statusName } from "../support/vocabulary.ts";

export const FIELDS = ["status", "priority", "assignee", "milestone", "labels"] as const;
export type PickedField = (typeof FIELDS)[number];

interface Choice extends QuickPickItem {
  readonly patch?: TaskPatch;
}

export async function pickPatch(field: PickedField, project: ProjectView): Promise<TaskPatch | undefined> {
  switch (field) {
    case "status":
      return await choose(l10n.t("Set Status"), statusChoices());
    case "priority":
      return await choose(l10n.t("Set Priority"), priorityChoices());
    case "assignee":
      return await chooseOrType(l10n.t("Set Assignee"), l10n.t("Another name…"), assigneeChoices(project), (assignee) => ({ assignee }));
    case "milestone":
      return await chooseOrType(l10n.t("Set Milestone"), l10n.t("Another milestone…"), milestoneChoices(project), (milestone) => ({
        milestone,
      }));
    case "labels":
      return await pickLabels(project);
  }
}

function statusChoices(): Choice[] {
  return statuses.map((status) => ({ label: statusName(status), iconPath: statusIcon(status), patch: { status } }));
}

function priorityChoices(): Choice[] {
  return [...priorities, null].map((priority) => ({ label: priorityName(priority), patch: { priority } }));
}

function assigneeChoices({ assignees }: ProjectView): Choice[] {
  return [
    { label: l10n.t("Unassigned"), patch: { assignee: null } },
    ...assignees.map(({ key, name, openTasks }) => ({
      label: name,
      description: l10n.t("open tasks: {0}", openTasks),
      patch: { assignee: key },
    })),
  ];
}

function milestoneChoices({ milestones }: ProjectView): Choice[] {
  return [
    { label: l10n.t("No milestone"), patch: { milestone: null } },
    ...milestones.map(({ name, date }) => ({ label: name, description: date, patch: { milestone: name } })),
  ];
}

async function choose(title: string, choices: Choice[]): Promise<TaskPatch | undefined> {
  return (await window.showQuickPick(choices, { title, matchOnDescription: true }))?.patch;
}

async function chooseOrType(
  title: string,
  other: string,
  choices: Choice[],
  typed: (value: string) => TaskPatch,
): Promise<TaskPatch | undefined> {
  const chosen = await window.showQuickPick([...choices, { label: other }], { title, matchOnDescription: true });
  if (chosen === undefined || chosen.patch !== undefined) return chosen?.patch;
  const value = (await window.showInputBox({ title }))?.trim();
  return value ? typed(value) : undefined;
}

/** Adds labels; existing labels of the tasks stay. */
async function pickLabels({ labels }: ProjectView): Promise<TaskPatch | undefined> {
  const other: QuickPickItem = { label: l10n.t("Another label…") };
  const items = [...labels.map((label): QuickPickItem => ({ label })), other];
  const chosen = await window.showQuickPick(items, { title: l10n.t("Add Labels"), canPickMany: true });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const add = chosen.filter((item) => item !== other).map(({ label }) => label);
  if (chosen.includes(other)) {
    const value = (await window.showInputBox({ title: l10n.t("Add Labels") }))?.trim();
    if (value) add.push(value);
  }
  return add.length > 0 ? { labels: { add } } : undefined;
}
