// The preview of a revert: a row for each task, with its fields and what stays as it is.

import { l10n, QuickPickItemKind, type QuickPickItem } from "vscode";
import type { FieldRevert, FileRevert, RevertPreview, TaskRevert } from "../../../webviews/contract/generated/protocol.ts";
import { priorities, statuses } from "../../../webviews/contract/generated/values.ts";
import { priorityName, statusName, translateText } from "../support/vocabulary.ts";

export interface RevertRow extends QuickPickItem {
  /** What is reverted if the row is checked: a task by its ID, or all other files. */
  readonly reverts?: { readonly task: string } | "files";
}

/** Returns a row for each task, all of them checked, and below a heading what stays as it is. */
export function revertRows({ tasks, files }: RevertPreview): RevertRow[] {
  const changed = tasks.filter(canRevert).map((task) => ({ ...taskRow(task), picked: true, reverts: { task: task.id } }));
  const kept = tasks.filter((task) => !canRevert(task)).map(taskRow);
  const heading: RevertRow = { label: l10n.t("Stays as it is"), kind: QuickPickItemKind.Separator };
  return [...changed, ...fileRows(files), ...(kept.length === 0 ? [] : [heading, ...kept])];
}

/**
 * Returns the tasks to revert, undefined for everything, or null for nothing. Other files are
 * reverted only together with all tasks.
 */
export function chosenTasks(rows: readonly RevertRow[], chosen: readonly RevertRow[]): string[] | undefined | null {
  const possible = rows.filter(({ reverts }) => reverts !== undefined);
  const wanted = chosen.flatMap(({ reverts }) => reverts ?? []);
  if (wanted.length > 0 && wanted.length === possible.length) return undefined;
  const ids = wanted.flatMap((what) => (what === "files" ? [] : [what.task]));
  return ids.length === 0 ? null : ids;
}

function canRevert({ kind, conflict, fields }: TaskRevert): boolean {
  if (conflict !== null) return false;
  return kind === "created" || kind === "deleted" || fields.some((field) => field.conflict === null);
}

function taskRow({ id, title, kind, fields, conflict }: TaskRevert): RevertRow {
  const whole = kind === "created" ? [l10n.t("was created, moves to the trash")] : kind === "deleted" ? [l10n.t("was deleted, comes back")] : [];
  const texts = conflict === null ? [...whole, ...fields.map(fieldText)] : [translateText(conflict)];
  return { label: title === "" ? id : title, description: id, detail: texts.join(" · ") };
}

function fieldText({ field, now, then, conflict }: FieldRevert): string {
  if (conflict !== null) return `$(warning) ${translateText(conflict)}`;
  return l10n.t("{0}: {1} → {2}", fieldName(field), valueText(field, now), valueText(field, then));
}

function fileRows(files: readonly FileRevert[]): RevertRow[] {
  if (files.length === 0) return [];
  const texts = files.map(({ path, conflict, fields }) => {
    const kept = [conflict, ...fields.map((field) => field.conflict)].filter((text) => text !== null);
    return kept.length === 0 ? path : kept.map((text) => `$(warning) ${translateText(text)}`).join(" · ");
  });
  const label = files.length === 1 ? l10n.t("1 other file") : l10n.t("{0} other files", files.length);
  const description = l10n.t("only together with all tasks");
  return [{ label, description, detail: texts.join(" · "), picked: true, reverts: "files" }];
}

function fieldName(field: string): string {
  const names: Record<string, string> = {
    status: l10n.t("status"),
    title: l10n.t("title"),
    notes: l10n.t("notes"),
    priority: l10n.t("priority"),
    assignee: l10n.t("assignee"),
    milestone: l10n.t("milestone"),
    labels: l10n.t("labels"),
    criteria: l10n.t("criteria"),
    dependencies: l10n.t("dependencies"),
    startDate: l10n.t("start date"),
    dueDate: l10n.t("due date"),
    estimateHours: l10n.t("estimate"),
    actualHours: l10n.t("hours spent"),
    remainingHours: l10n.t("hours remaining"),
    parent: l10n.t("parent"),
  };
  return names[field] ?? field;
}

/** Maximum number of characters of a value. */
const MAX_VALUE = 40;

/** Returns a value of a file, which may be anything, as short text. */
function valueText(field: string, value: unknown): string {
  const text = Array.isArray(value) ? value.map(itemText).join(", ") : namedText(field, value ?? "");
  if (text === "") return field === "parent" ? l10n.t("top level") : l10n.t("none");
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function namedText(field: string, value: unknown): string {
  const status = statuses.find((known) => known === value);
  if (field === "status" && status !== undefined) return statusName(status);
  const priority = priorities.find((known) => known === value);
  return field === "priority" && priority !== undefined ? priorityName(priority) : itemText(value);
}

function itemText(value: unknown): string {
  if (typeof value === "object" && value !== null && "item" in value) {
    return "checked" in value && value.checked === true ? `✓ ${String(value.item)}` : String(value.item);
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
