// The task's history as sentences. Values in the log may be anything that a file contained.
import { t } from "@vscode/l10n";
import type { Assignee, Event, SessionAct, TimeEntry } from "../../contract/generated/protocol.ts";
import { dependencyKinds } from "../../contract/generated/values.ts";
import { fieldValueText, type ValueFormats } from "../../contract/texts/fieldValues.ts";
import { dependencyText } from "../text/dependencyKinds.ts";
import { shortDay } from "../text/dates.ts";
import { nameOf } from "../../contract/people/assignees.ts";
import { translate } from "../text/language.ts";
import { actorName, fieldName } from "../text/names.ts";
import { proofText } from "../text/proofs.ts";
import { formatHours } from "../text/numbers.ts";
import { isRecord } from "../../contract/validate.ts";

export interface HistoryContext {
  locale: string;
  today: string;
  assignees: readonly Assignee[];
  /** Title of the task, if it is shown beside the sentence, which does not repeat it then. */
  title?: string;
}

export interface Day {
  /** Civil day in the user's time zone, YYYY-MM-DD; empty for events without a valid time. */
  day: string;
  events: Event[];
}

/** Prefix of the paths of deleted files. */
const TRASH = "trash/";

/** Groups events by day; keeps their order, newest first. */
export function groupByDay(events: readonly Event[]): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const day = civilDay(event.at);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}

function civilDay(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  const part = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** Returns who made a change, for the beginning of a line. */
export function authorName(event: Event, { assignees }: HistoryContext): string {
  if (event.observed === true) return t("Another program");
  return event.actor.name === "" ? actorName(event.actor) : nameOf(event.actor.name, assignees);
}

/** Returns what was changed, to be read after the actor. */
export function eventSentence({ change }: Event, context: HistoryContext): string {
  switch (change.kind) {
    case "created":
      return change.title === context.title ? t("created the task") : t("created the task as “{title}”", { title: change.title });
    case "deleted":
      return change.title === context.title ? t("deleted the task") : t("deleted the task “{title}”", { title: change.title });
    case "moved":
      return change.to === null
        ? t("moved the task to the top level")
        : t("moved the task under {parent}", { parent: change.to });
    case "renamed":
      return change.to.startsWith(TRASH)
        ? t("moved {path} to the trash", { path: change.from })
        : t("renamed {from} to {to}", { from: lastPart(change.from), to: lastPart(change.to) });
    case "repaired":
      return change.key === ""
        ? t("repaired {path}", { path: change.path })
        : t("removed {key} from {path}", { key: change.key, path: change.path });
    case "baseline":
      return change.to === null
        ? t("deleted the baseline “{name}”", { name: change.from ?? "" })
        : t("saved the baseline “{name}”", { name: change.to });
    case "config":
      return t("changed the setting {key}", { key: change.key });
    case "field":
      return fieldSentence(change.field, change.from, change.to, context);
    case "timer":
      return change.running ? t("started the timer") : t("stopped the timer");
    case "entry":
      return entrySentence(change.from, change.to, context);
    case "time": {
      const hours = t("{hours} h", { hours: formatHours(Math.abs(change.hours), context.locale) });
      return change.hours < 0 ? t("removed {hours} of work", { hours }) : t("logged {hours} of work", { hours });
    }
    case "criterion": {
      const items = quoteAll([change.item], context);
      return change.checked ? t("ticked {items}", { items }) : t("unticked {items}", { items });
    }
    case "proof":
      return t("proved {items}: {proof}", { items: quoteAll([change.item], context), proof: proofText(change.proof, change.target, change.exitCode) });
    case "claim":
      if (change.to === null) return t("released the task");
      return change.from === null ? t("took the task") : t("took over the task from {name}", { name: change.from });
    case "session":
      return sessionSentence(change.act, change.summary);
    case "superseded":
      return change.by === null
        ? t("withdrew the decision “{decision}”", { decision: change.decision })
        : t("replaced the decision “{decision}” by “{by}”", { decision: change.decision, by: change.by });
    case "answered":
      return t("answered “{question}”: {answer}", { question: change.question, answer: change.answer });
    case "memory":
      if (change.to === null) return t("deleted the memory “{text}”", { text: change.from ?? "" });
      return change.from === null
        ? t("saved the memory “{text}”", { text: change.to })
        : t("changed the memory “{text}”", { text: change.to });
    case "document":
      if (change.to === null) return t("deleted the document “{title}”", { title: change.from ?? "" });
      return change.from === null
        ? t("created the document “{title}”", { title: change.to })
        : t("changed the document “{title}”", { title: change.to });
    case "referral":
      if (change.to === null) return t("removed the referral “{summary}”", { summary: change.summary });
      return change.from === null
        ? t("received the referral “{summary}”", { summary: change.summary })
        : t("set the referral “{summary}” to {status}", { summary: change.summary, status: change.to });
  }
}

function entrySentence(from: TimeEntry | null, to: TimeEntry | null, { locale }: HistoryContext): string {
  const hours = (entry: TimeEntry): string => t("{hours} h", { hours: formatHours(entry.seconds / 3600, locale) });
  if (to === null) return t("deleted a time entry of {hours}", { hours: from === null ? "" : hours(from) });
  if (from !== null) return t("changed a time entry from {from} to {to}", { from: hours(from), to: hours(to) });
  return t("worked {hours}", { hours: hours(to) });
}

function sessionSentence(act: SessionAct, summary: string): string {
  switch (act) {
    case "saved":
      return t("saved the session “{summary}”", { summary });
    case "closed":
      return t("closed the session “{summary}”", { summary });
    case "paused":
      return t("paused the session “{summary}”", { summary });
    case "loaded":
      return t("continued the session “{summary}”", { summary });
    case "merged":
      return t("merged sessions into “{summary}”", { summary });
  }
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function fieldSentence(field: string, from: unknown, to: unknown, context: HistoryContext): string {
  if (field === "notes" || field === "appendNotes") return isEmpty(to) ? t("removed the notes") : t("edited the notes");
  if (field === "rank") return t("changed the order of the tasks");
  if (field === "boardRank") return t("moved the card on the board");
  if (field === "pinned") return to === true ? t("pinned the dates") : t("unpinned the dates");
  const name = fieldName(field);
  if (Array.isArray(from) || Array.isArray(to)) return listSentence(name, asList(from), asList(to), field, context);
  const values = { field: name, from: valueText(field, from, context), to: valueText(field, to, context) };
  if (isEmpty(to)) return t("cleared the {field} (was {from})", values);
  if (isEmpty(from)) return t("set the {field} to {to}", values);
  return t("changed the {field} from {from} to {to}", values);
}

function listSentence(name: string, from: unknown[], to: unknown[], field: string, context: HistoryContext): string {
  const texts = (list: unknown[]): string[] => list.map((value) => valueText(field, value, context));
  const [before, after] = [texts(from), texts(to)];
  const added = after.filter((text) => !before.includes(text));
  const removed = before.filter((text) => !after.includes(text));
  const words = { field: name, added: quoteAll(added, context), removed: quoteAll(removed, context) };
  if (added.length > 0 && removed.length > 0) return t("changed the {field}: {added} instead of {removed}", words);
  if (added.length > 0) return t("added {added} to the {field}", words);
  if (removed.length > 0) return t("removed {removed} from the {field}", words);
  const ticks = tickChanges(from, to);
  if (ticks.checked.length > 0) return t("ticked {items}", { items: quoteAll(ticks.checked, context) });
  if (ticks.cleared.length > 0) return t("unticked {items}", { items: quoteAll(ticks.cleared, context) });
  return t("reordered the {field}", words);
}

function tickChanges(from: unknown[], to: unknown[]): { checked: string[]; cleared: string[] } {
  const stateOf = (list: unknown[], item: string): unknown => list.find((entry) => itemOf(entry) === item);
  const changed = to
    .map((entry) => ({ item: itemOf(entry), is: isChecked(entry) }))
    .filter(({ item, is }) => item !== null && isChecked(stateOf(from, item)) !== is);
  const items = (is: boolean): string[] => changed.filter((entry) => entry.is === is).map(({ item }) => item ?? "");
  return { checked: items(true), cleared: items(false) };
}

function itemOf(entry: unknown): string | null {
  return isRecord(entry) && typeof entry["item"] === "string" ? entry["item"] : null;
}

function isChecked(entry: unknown): boolean {
  return isRecord(entry) && entry["checked"] === true;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : isEmpty(value) ? [] : [value];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function quoteAll(texts: readonly string[], { locale }: HistoryContext): string {
  return new Intl.ListFormat(locale).format(texts.map((text) => t("“{text}”", { text })));
}

/** Returns how values are formatted. */
export function formatsOf({ locale, today, assignees }: HistoryContext): ValueFormats {
  return {
    t: translate,
    hours: (hours) => formatHours(hours, locale),
    day: (day) => shortDay(day, today, locale),
    assignee: (key) => nameOf(key, assignees),
  };
}

/** Returns one value of a field in words. */
function valueText(field: string, value: unknown, context: HistoryContext): string {
  if (field === "dependencyLinks" && isRecord(value)) return dependencyOf(value, context.locale);
  const text = fieldValueText(field, value, formatsOf(context));
  return field === "title" ? t("“{text}”", { text }) : text;
}

function dependencyOf({ id, kind, lag }: Record<string, unknown>, locale: string): string {
  const known = dependencyKinds.find((name) => name === kind) ?? "finishToStart";
  const link = dependencyText({ kind: known, lag: typeof lag === "number" ? lag : 0 }, locale);
  return t("{id}: {link}", { id: String(id), link });
}
