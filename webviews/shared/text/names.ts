// Statuses, priorities, actors and the engine's sentences in the user's language.
import { t } from "@vscode/l10n";
import type { ReadOnlyReason } from "../../contract/common.ts";
import type { Actor, Holder, Milestone, MilestoneStatus, NeedKind, Priority, Sort, Status, Text } from "../../contract/generated/protocol.ts";
import * as fields from "../../contract/texts/fields.ts";
import type { LabeledField } from "../../contract/texts/fields.ts";
import * as texts from "../../contract/texts/texts.ts";
import { shortSpan } from "./dates.ts";
import { noLocale, translate } from "./language.ts";

export function statusName(status: Status): string {
  return texts.statusName(status, translate);
}

/** The version and the status of a milestone, if it has them: "2.1.0 · Active". */
export function milestoneFacts(milestone: Pick<Milestone, "version" | "status">): string {
  return texts.milestoneFacts(milestone, translate);
}

export function milestoneStatusName(status: MilestoneStatus): string {
  return texts.milestoneStatusName(status, translate);
}

export function priorityName(priority: Priority | null): string {
  return texts.priorityName(priority, translate);
}

export function sortName(sort: Sort): string {
  return texts.sortName(sort, translate);
}

export function fieldName(field: string): string {
  return fields.fieldName(field, translate);
}

/** Returns the name of a field above a value or a control. */
export function fieldLabel(field: LabeledField): string {
  return fields.fieldLabel(field, translate);
}

/** Returns the value of a field with its name: "Priority: High". */
export function labeledValue(field: LabeledField, value: string): string {
  return t("{0}: {1}", fieldLabel(field), value);
}

export function actorName(actor: Actor): string {
  return texts.actorName(actor, translate);
}

/** Returns the name of an actor for screen readers: "agent codex". */
export function spokenActor(actor: Actor): string {
  return texts.spokenActor(actor, translate);
}

export function actorTitle(actor: Actor): string {
  return texts.actorTitle(actor, translate);
}

/** Returns how long ago an RFC 3339 time was: "3 min. ago". Empty before the first paint. */
export function agoText(at: string, now: number, locale: string): string {
  return locale === noLocale ? "" : texts.agoText(at, now, locale, translate);
}

/** Says what an agent does while it needs a person. */
export function needText(need: NeedKind): string {
  return texts.needText(need, translate);
}

/** Says who works on a task, and when the holder was heard of last. */
export function holderText(holder: Holder, now: number, locale: string): string {
  if (locale === noLocale) return t("Held by {actor}", { actor: spokenActor(holder.actor) });
  return texts.holderText(holder, now, locale, translate);
}

/** Says which agent has ended without finishing a task. */
export function endedText({ actor, heardAt }: Holder, now: number, locale: string): string {
  return t("{actor} has ended without finishing, heard {ago}", { actor: actorName(actor), ago: agoText(heardAt, now, locale) });
}

/** Translates a sentence of the engine. */
export function translateText(text: Text): string {
  return texts.translateText(text, translate, (from, to) => shortSpan(from, to, new Date().toISOString(), document.documentElement.lang));
}

/** Says how many tasks a column of the board has, and how many it may have. */
export function wipText(wip: number, limit: number): string {
  return wip > limit ? t("Tasks: {0}, over the limit of {1}", wip, limit) : t("Tasks: {0}, limit: {1}", wip, limit);
}

/** Says why nothing can be changed. */
export function readOnlyText(reason: NonNullable<ReadOnlyReason>): string {
  switch (reason) {
    case "untrusted":
      return t("This workspace is not trusted, so tasks are read-only.");
    case "readOnlyFileSystem":
      return t("The files of this project cannot be written, so tasks are read-only.");
  }
}

/** Returns the label of Undo or Redo, with what it changes. */
export function undoLabel(verb: string, what: Text | null): string {
  return what === null ? verb : t("{0}: {1}", verb, translateText(what));
}
