// Statuses, priorities, actors and the engine's sentences in the editor's language, and their icons.

import { env, l10n, ThemeColor, ThemeIcon } from "vscode";
import type { Actor, Assignee, Holder, NeedKind, Priority, RegisterKind, Sort, Status, Text } from "../../../webviews/contract/generated/protocol.ts";
import { nameOf } from "../../../webviews/contract/people/assignees.ts";
import type { ValueFormats } from "../../../webviews/contract/texts/fieldValues.ts";
import * as fields from "../../../webviews/contract/texts/fields.ts";
import * as texts from "../../../webviews/contract/texts/texts.ts";
import type { Translate } from "../../../webviews/contract/translate.ts";
import { shortDate, shortDates } from "./dateFormat.ts";

export const translate: Translate = (message, args = {}) => l10n.t(message, args);

export function statusName(status: Status): string {
  return texts.statusName(status, translate);
}

export function priorityName(priority: Priority | null): string {
  return texts.priorityName(priority, translate);
}

export function fieldName(field: string): string {
  return fields.fieldName(field, translate);
}

/** Returns the name of a field above a value or a choice. */
export function fieldLabel(field: fields.LabeledField): string {
  return fields.fieldLabel(field, translate);
}

/** Returns how values of fields are formatted. */
export function formatsOf(assignees: readonly Assignee[]): ValueFormats {
  return {
    t: translate,
    hours: (hours) => new Intl.NumberFormat(env.language, { maximumFractionDigits: 2 }).format(hours),
    day: (day) => shortDate(day, env.language),
    assignee: (key) => nameOf(key, assignees),
  };
}

export function actorName(actor: Actor): string {
  return texts.actorName(actor, translate);
}

export function spokenActor(actor: Actor): string {
  return texts.spokenActor(actor, translate);
}

export function actorTitle(actor: Actor): string {
  return texts.actorTitle(actor, translate);
}

/** Formats a count, with groups of digits. */
export function countText(count: number): string {
  return new Intl.NumberFormat(env.language).format(count);
}

/** Says who works on a task and when the holder was heard of last, as a part of a longer line. */
export function heldText({ actor, heardAt, needs }: Holder): string {
  if (needs !== undefined) return l10n.t("held by {0}, {1}", texts.spokenActor(actor, translate), needText(needs));
  return l10n.t("held by {0}, heard {1}", texts.spokenActor(actor, translate), agoText(heardAt));
}

/** Says what an agent does while it needs a person. */
export function needText(need: NeedKind): string {
  return texts.needText(need, translate);
}

/** Returns how long ago an RFC 3339 time was; empty if it is unknown. */
export function agoText(at: string): string {
  return texts.agoText(at, Date.now(), env.language, translate);
}

/** Translates a sentence of the engine. */
export function translateText(text: Text): string {
  return texts.translateText(text, translate, (from, to) => shortDates(from, to, env.language));
}

export function sortName(sort: Sort): string {
  return texts.sortName(sort, translate);
}

const statusColors: Record<Status, string> = {
  todo: "handoff.status.todo",
  in_progress: "handoff.status.inProgress",
  review: "handoff.status.review",
  done: "handoff.status.done",
  blocked: "handoff.status.blocked",
  skipped: "handoff.status.skipped",
};

export function statusIcon(status: Status): ThemeIcon {
  return new ThemeIcon(texts.statusIcons[status], new ThemeColor(statusColors[status]));
}

/** Codicons of the kinds of entries. */
export const kindIcons: Record<RegisterKind, string> = {
  decision: "law",
  caution: "warning",
  blocker: "error",
  openItem: "tasklist",
  pointer: "go-to-file",
  reference: "link",
  suggestion: "lightbulb",
  contextNote: "note",
};
