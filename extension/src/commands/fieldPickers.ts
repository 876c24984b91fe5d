// Quick picks for the value of a field. Each returns a patch, or undefined if the pick was
// cancelled.

import { env, l10n, window, type QuickPickItem } from "vscode";
import type { ProjectView, TaskPatch } from "../../../webviews/contract/generated/protocol.ts";
import { priorities, statuses } from "../../../webviews/contract/generated/values.ts";
import { askText } from "../support/askText.ts";
import { civilDate, shortDate } from "../support/dateFormat.ts";
import { systemTimeZone } from "../support/timeZone.ts";
import { priorityName, statusIcon, statusName } from "../support/vocabulary.ts";

export const FIELDS = ["status", "priority", "assignee", "milestone", "labels", "dueDate", "estimateHours"] as const;
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
    case "dueDate":
      return await pickDueDate();
    case "estimateHours":
      return await typeEstimate();
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
    ...milestones.map(({ name, date }) => ({ label: name, description: shortDate(date, env.language), patch: { milestone: name } })),
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
  const value = await askText({ title }, l10n.t("Enter a name"));
  return value === undefined ? undefined : typed(value);
}

/** Adds labels; existing labels of the tasks stay. */
async function pickLabels({ labels }: ProjectView): Promise<TaskPatch | undefined> {
  const other: QuickPickItem = { label: l10n.t("Another label…") };
  const items = [...labels.map((label): QuickPickItem => ({ label })), other];
  const chosen = await window.showQuickPick(items, { title: l10n.t("Add Labels"), canPickMany: true });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const add = chosen.filter((item) => item !== other).map(({ label }) => label);
  if (chosen.includes(other)) {
    const value = await askText({ title: l10n.t("Add Labels") }, l10n.t("Enter a name"));
    if (value !== undefined) add.push(value);
  }
  return add.length > 0 ? { labels: { add } } : undefined;
}

/** Offers near days. Any other day is typed; the engine checks it. */
async function pickDueDate(): Promise<TaskPatch | undefined> {
  const title = l10n.t("Set Due Date");
  const now = Date.now();
  const day = (label: string, days: number): Choice => {
    const due = new Date(now);
    due.setDate(due.getDate() + days);
    const dueDate = civilDate(due.getTime(), systemTimeZone(now));
    return { label, description: shortDate(dueDate, env.language), patch: { dueDate } };
  };
  const near = [day(l10n.t("Today"), 0), day(l10n.t("Tomorrow"), 1), day(l10n.t("In one week"), 7), day(l10n.t("In two weeks"), 14)];
  const other: Choice = { label: l10n.t("Another day…") };
  const none: Choice = { label: l10n.t("No due date"), patch: { dueDate: null } };
  const chosen = await window.showQuickPick([...near, other, none], { title, matchOnDescription: true });
  if (chosen !== other) return chosen?.patch;
  const dueDate = await askText({ title, placeHolder: "YYYY-MM-DD" }, l10n.t("Enter a date"));
  return dueDate === undefined ? undefined : { dueDate };
}

async function typeEstimate(): Promise<TaskPatch | undefined> {
  const hours = await askHours();
  return hours === undefined ? undefined : { estimateHours: hours };
}

/** Asks for an estimate in hours; returns undefined if it was cancelled. */
export async function askHours(): Promise<number | undefined> {
  const text = await window.showInputBox({
    title: l10n.t("Estimate in hours"),
    validateInput: (value) => (Number(value) > 0 ? undefined : l10n.t("Enter a number greater than zero")),
  });
  return text === undefined ? undefined : Number(text);
}
