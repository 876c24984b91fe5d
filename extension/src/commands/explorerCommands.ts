// Commands that change the filter and the order of the Task Explorer.

import { l10n, QuickPickItemKind, window, type QuickPickItem } from "vscode";
import type { Filter, ProjectView, SavedView } from "../../../webviews/contract/generated/protocol.ts";
import { priorities, sorts, statuses } from "../../../webviews/contract/generated/values.ts";
import { absentNames } from "../../../webviews/contract/savedViews.ts";
import { manageViews, saveViewAs, viewItem } from "../filters/viewPickers.ts";
import type { ViewStore } from "../filters/viewStores.ts";
import { fieldLabel, priorityName, sortName, statusIcon, statusName } from "../support/vocabulary.ts";
import type { ExplorerChoice } from "../views/explorerChoice.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import type { CommandTable } from "./registry.ts";

type StoresOf = (projects: readonly Project[]) => ViewStore[];

export function explorerCommands(choice: ExplorerChoice, projects: Projects, viewStores: StoresOf): CommandTable {
  return {
    "handoff.filterTasks": () => changeFilter(choice, projects, viewStores),
    "handoff.clearFilter": () => choice.setFilter({}),
    "handoff.showOpenOnly": () => choice.setOpenOnly(true),
    "handoff.showFinished": () => choice.setOpenOnly(false),
    "handoff.sortTasks": async () => {
      const items = sorts.map((sort) => ({ label: sortName(sort), description: sort === choice.sort ? l10n.t("current") : "", sort }));
      const chosen = await window.showQuickPick(items, { title: l10n.t("Sort Tasks By") });
      if (chosen !== undefined) choice.setSort(chosen.sort);
    },
    "handoff.refresh": () => projects.refresh(),
  };
}

interface ValueChoice<T> extends QuickPickItem {
  readonly value: T;
}

/** A line of the first picker. Its answer is the new filter. */
interface FilterChoice extends QuickPickItem {
  ask(): Promise<Filter | undefined>;
}

async function changeFilter(choice: ExplorerChoice, projects: Projects, viewStores: StoresOf): Promise<void> {
  await projects.load();
  const ready = projects.all.filter(({ state }) => state === "ready");
  const choices = [...conditionChoices(choice, ready), ...savedChoices(choice.filter, ready, viewStores(ready))];
  const chosen = await window.showQuickPick(choices, { title: l10n.t("Filter Tasks By") });
  const changed = await chosen?.ask();
  if (changed !== undefined) choice.setFilter(changed);
}

function conditionChoices(choice: ExplorerChoice, projects: Project[]): FilterChoice[] {
  const { filter } = choice;
  const words = collectChoices(projects);
  const conditions: FilterChoice[] = [
    { label: l10n.t("Text"), description: filter.text ?? "", ask: () => askText(filter) },
    valuesChoice(filter, "statuses", fieldLabel("status"), statuses.map((value) => ({ label: statusName(value), iconPath: statusIcon(value), value }))),
    valuesChoice(filter, "assignees", fieldLabel("assignee"), [{ label: l10n.t("Unassigned"), value: "" }, ...words.assignees]),
    valuesChoice(filter, "labels", l10n.t("Label"), [{ label: l10n.t("No label"), value: "" }, ...words.labels]),
    valuesChoice(filter, "milestones", fieldLabel("milestone"), [{ label: l10n.t("No milestone"), value: "" }, ...words.milestones]),
    valuesChoice(filter, "priorities", fieldLabel("priority"), [...priorities, null].map((value) => ({ label: priorityName(value), value }))),
  ];
  const isOverdue = filter.overdue === true;
  conditions.push({
    label: l10n.t("Overdue"),
    description: isOverdue ? l10n.t("overdue tasks only") : "",
    ask: () => Promise.resolve({ ...filter, overdue: !isOverdue }),
  });
  if (choice.isFiltered) conditions.push({ label: l10n.t("Clear filter"), ask: () => Promise.resolve({}) });
  return conditions;
}

/** The choices of saved filters, and of the actions on them. */
function savedChoices(filter: Filter, projects: Project[], stores: readonly ViewStore[]): FilterChoice[] {
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const several = projects.length > 1;
  const choices: FilterChoice[] = stores.flatMap((store) => store.all.map((view) => ({ ...viewItem(store, view, several), ask: () => applySaved(view, projects) })));
  const hasViews = choices.length > 0;
  if (Object.keys(filter).length > 0) choices.push({ label: l10n.t("Save View…"), ask: () => saveViewAs(stores, { filter }).then(nothing) });
  if (hasViews) choices.push({ label: l10n.t("Manage Views…"), ask: () => manageViews(stores, { filter }).then(nothing) });
  return choices.length === 0 ? [] : [{ label: l10n.t("Saved filters"), kind: QuickPickItemKind.Separator, ask: nothing }, ...choices];
}

/** Returns a saved filter. Says which of its names no project has. */
function applySaved({ name, filter }: SavedView, projects: Project[]): Promise<Filter> {
  const absent = absentNames(filter, projects.map(({ summary }) => summary));
  if (absent.length > 0) void window.showInformationMessage(l10n.t("The filter “{0}” names what no longer exists: {1}", name, absent.join(", ")));
  return Promise.resolve(filter);
}

async function askText(filter: Filter): Promise<Filter | undefined> {
  const prompt = l10n.t("Text in the ID, title, notes, labels or assignee");
  const text = await window.showInputBox({ title: l10n.t("Filter Tasks by Text"), prompt, value: filter.text ?? "" });
  return text === undefined ? undefined : { ...filter, text };
}

type ValuesKey = "statuses" | "assignees" | "labels" | "milestones" | "priorities";

/** Returns the line of a condition whose values are selected in a second picker. */
function valuesChoice<Key extends ValuesKey>(filter: Filter, key: Key, label: string, choices: ValueChoice<NonNullable<Filter[Key]>[number]>[]): FilterChoice {
  const current: readonly unknown[] = filter[key] ?? [];
  const nameOf = (value: unknown): string => choices.find((choice) => choice.value === value)?.label ?? String(value);
  return {
    label,
    description: current.map(nameOf).join(", "),
    async ask() {
      const items = choices.map((item) => ({ ...item, picked: current.includes(item.value) }));
      const chosen = await window.showQuickPick(items, { title: label, canPickMany: true });
      return chosen && { ...filter, [key]: chosen.map(({ value }) => value) };
    },
  };
}

/** Returns the assignees, labels and milestones of all projects, each once. */
function collectChoices(projects: Project[]): Record<"assignees" | "labels" | "milestones", ValueChoice<string>[]> {
  const summaries = projects.map(({ summary }) => summary);
  const distinct = (values: (summary: ProjectView) => [value: string, label: string][]): ValueChoice<string>[] =>
    [...new Map(summaries.flatMap(values))].map(([value, label]) => ({ label, value }));
  return {
    assignees: distinct(({ assignees }) => assignees.map(({ key, name }) => [key, name])),
    labels: distinct(({ labels }) => labels.map((label) => [label, label])),
    milestones: distinct(({ milestones }) => milestones.map(({ name }) => [name, name])),
  };
}
