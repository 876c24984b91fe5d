// The preview of a revert: a row for each task, with its fields and what stays as it is.

import { l10n, QuickPickItemKind, type QuickPickItem } from "vscode";
import type { Assignee, FieldRevert, FileRevert, RevertPreview, TaskRevert } from "../../../webviews/contract/generated/protocol.ts";
import { fieldValueText } from "../../../webviews/contract/texts/fieldValues.ts";
import { fieldName, formatsOf, translateText } from "../support/vocabulary.ts";

export interface RevertRow extends QuickPickItem {
  /** The changes that are reverted if the row is checked: those of a task by its ID, or of all other files. */
  readonly reverts?: { readonly task: string } | "files";
}

/** Returns a row for each task, all of them checked, and below a heading what stays as it is. */
export function revertRows({ tasks, files }: RevertPreview, assignees: readonly Assignee[]): RevertRow[] {
  const changed = tasks.filter(canRevert).map((task) => ({ ...taskRow(task, assignees), picked: true, reverts: { task: task.id } }));
  const kept = tasks.filter((task) => !canRevert(task)).map((task) => taskRow(task, assignees));
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

function taskRow({ id, title, kind, fields, conflict }: TaskRevert, assignees: readonly Assignee[]): RevertRow {
  const whole = kind === "created" ? [l10n.t("was created, moves to the trash")] : kind === "deleted" ? [l10n.t("was deleted, comes back")] : [];
  const texts = conflict === null ? [...whole, ...fields.map((field) => fieldText(field, assignees))] : [translateText(conflict)];
  return { label: title === "" ? id : title, description: id, detail: texts.join(" · ") };
}

function fieldText({ field, now, then, conflict }: FieldRevert, assignees: readonly Assignee[]): string {
  if (conflict !== null) return `$(warning) ${translateText(conflict)}`;
  return l10n.t("{0}: {1} → {2}", fieldName(field), ...excerpts(valueText(field, now, assignees), valueText(field, then, assignees)));
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

/** Maximum number of characters of a value. */
const MAX_VALUE = 40;
/** How many characters before the first difference of two long values are shown. */
const BEFORE_DIFFERENCE = 12;

/** Shortens two texts; long ones start shortly before their first difference. */
function excerpts(before: string, after: string): [string, string] {
  const isLong = Math.max(before.length, after.length) > MAX_VALUE;
  const start = isLong ? startOfExcerpt(before, commonLength(before, after)) : 0;
  return [excerpt(before, start), excerpt(after, start)];
}

/** Returns where to begin to show a difference: at a word, if one begins shortly before it. */
function startOfExcerpt(text: string, difference: number): number {
  const start = Math.max(0, difference - BEFORE_DIFFERENCE);
  const word = text.indexOf(" ", start) + 1;
  return start > 0 && word > 0 && word < difference ? word : start;
}

/** Returns how many characters two texts have in common at their beginning. */
function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

function excerpt(text: string, start: number): string {
  const end = start + MAX_VALUE;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${text.length > end ? "…" : ""}`;
}

/** Returns a value of a file, which may be anything, on one line. */
function valueText(field: string, value: unknown, assignees: readonly Assignee[]): string {
  const itemText = (item: unknown): string => `${isChecked(item) ? "✓ " : ""}${fieldValueText(field, item, formatsOf(assignees))}`;
  const text = Array.isArray(value) ? value.map(itemText).join(", ") : itemText(value ?? "");
  if (text === "") return field === "parent" ? l10n.t("top level") : l10n.t("none");
  return text.replaceAll(/\s+/gu, " ");
}

function isChecked(value: unknown): boolean {
  return typeof value === "object" && value !== null && "checked" in value && value.checked === true;
}
