// Names of statuses, priorities and actors, and the engine's sentences. Extension and webviews pass in
// their own translation function.
import type { Actor, ActorKind, Holder, Milestone, MilestoneStatus, NeedKind, Priority, Sort, Status, Text, TextArg } from "../generated/protocol.ts";
import type { Translate } from "../translate.ts";
import { fieldLabel, fieldName } from "./fields.ts";

export function statusName(status: Status, t: Translate): string {
  switch (status) {
    case "todo":
      return t("To do");
    case "in_progress":
      return t("In progress");
    case "review":
      return t("Review");
    case "done":
      return t("Done");
    case "blocked":
      return t("Blocked");
    case "skipped":
      return t("Skipped");
  }
}

export function milestoneStatusName(status: MilestoneStatus, t: Translate): string {
  switch (status) {
    case "planning":
      return t("Planning");
    case "active":
      return t("Active");
    case "completed":
      return t("Completed");
    case "frozen":
      return t("Frozen");
    case "released":
      return t("Released");
    case "cancelled":
      return t("Cancelled");
  }
}

/** The version and the status of a milestone, if it has them: "2.1.0 · Active". */
export function milestoneFacts({ version, status }: Pick<Milestone, "version" | "status">, t: Translate): string {
  const stage = status === undefined ? "" : milestoneStatusName(status, t);
  return [version ?? "", stage].filter((part) => part !== "").join(" · ");
}

export function sortName(sort: Sort, t: Translate): string {
  return sort === "manual" ? t("Manual") : fieldLabel(sort === "due" ? "dueDate" : sort, t);
}

export function priorityName(priority: Priority | null, t: Translate): string {
  switch (priority) {
    case "high":
      return t("High");
    case "medium":
      return t("Medium");
    case "low":
      return t("Low");
    case null:
      return t("No priority");
  }
}

/**
 * Codicon of each status: one family of circles, fuller with the progress of the work. They differ in shape, so that
 * nothing depends on color alone.
 */
export const statusIcons = {
  todo: "circle-large-outline",
  in_progress: "color-mode",
  review: "pass",
  done: "pass-filled",
  blocked: "stop-circle",
  skipped: "circle-slash",
} as const satisfies Record<Status, string>;

/** Codicon of each kind of actor. They differ in shape, so that nothing depends on color alone. */
export const actorIcons = { human: "person", agent: "hubot" } as const satisfies Record<ActorKind, string>;

/** Returns the name of an actor, which an old log may lack. */
export function actorName({ kind, name }: Actor, t: Translate): string {
  if (name !== "") return name;
  return kind === "agent" ? t("An agent") : t("Someone");
}

/** Returns the name of an actor for sentences and screen readers, which see no icon: "agent codex". */
export function spokenActor(actor: Actor, t: Translate): string {
  const { kind, name } = actor;
  return kind === "agent" && name !== "" ? t("agent {name}", { name }) : actorName(actor, t);
}

/** Returns all that is known of an actor, for hover texts: "codex 1.2 · agent · conversation 7f". */
export function actorTitle(actor: Actor, t: Translate): string {
  const { kind, version, conversation } = actor;
  const name = actorName(actor, t);
  return [
    version === undefined ? name : `${name} ${version}`,
    kind === "agent" ? t("agent") : t("person"),
    conversation === undefined ? "" : t("conversation {conversation}", { conversation }),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Formatters of relative times by language; creating one is slow. */
const agoFormatters = new Map<string, Intl.RelativeTimeFormat>();

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const MONTH_MINUTES = 30 * DAY_MINUTES;
const YEAR_MINUTES = 365 * DAY_MINUTES;

/** Returns how long ago an RFC 3339 time was, in its largest unit: "3 min. ago", "yesterday"; empty if it is unknown. `now` is in milliseconds since 1970. */
export function agoText(at: string, now: number, locale: string, t: Translate): string {
  if (at === "") return "";
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE_MS);
  // A clock that was set back may have written a time that is still to come.
  if (Number.isNaN(minutes) || minutes < 1) return t("just now");
  // Short forms of what is named in words, such as "last mo.", are hard to read.
  const style = minutes >= MONTH_MINUTES ? "long" : "short";
  const key = `${style} ${locale}`;
  const formatter = agoFormatters.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto", style });
  agoFormatters.set(key, formatter);
  if (minutes >= YEAR_MINUTES) return formatter.format(-Math.floor(minutes / YEAR_MINUTES), "year");
  if (minutes >= MONTH_MINUTES) return formatter.format(-Math.floor(minutes / MONTH_MINUTES), "month");
  if (minutes >= DAY_MINUTES) return formatter.format(-Math.floor(minutes / DAY_MINUTES), "day");
  if (minutes >= HOUR_MINUTES) return formatter.format(-Math.floor(minutes / HOUR_MINUTES), "hour");
  return formatter.format(-minutes, "minute");
}

/** Says what an agent does while it needs a person. */
export function needText(need: NeedKind, t: Translate): string {
  switch (need) {
    case "permission":
      return t("asks for permission");
    case "answer":
      return t("asks a question");
    case "instruction":
      return t("waits for what to do next");
  }
}

/** Says who works on a task, and what it needs or when it was heard of last. Screen readers see no icon. */
export function holderText({ actor, heardAt, needs }: Holder, now: number, locale: string, t: Translate): string {
  if (needs !== undefined) return t("Held by {actor}, {need}", { actor: spokenActor(actor, t), need: needText(needs, t) });
  return t("Held by {actor}, heard {ago}", { actor: spokenActor(actor, t), ago: agoText(heardAt, now, locale, t) });
}

/**
 * Translates a sentence of the engine. Statuses, priorities and fields among its arguments become their
 * names, tasks their titles, and days (YYYY-MM-DD) what `daysText` returns.
 */
export function translateText({ template, args }: Text, t: Translate, daysText: (from: string, to: string) => string): string {
  const translated: Record<string, string> = {};
  for (const [name, arg] of Object.entries(args)) {
    translated[name] = argText(arg, t, daysText);
  }
  return t(template, translated);
}

function argText(arg: TextArg, t: Translate, daysText: (from: string, to: string) => string): string {
  if (typeof arg === "string") return arg;
  if ("status" in arg) return statusName(arg.status, t);
  if ("priority" in arg) return priorityName(arg.priority, t);
  if ("setting" in arg) return translateText(arg.title, t, daysText);
  if ("task" in arg) return arg.title === "" ? arg.task : t("“{title}”", { title: arg.title });
  if ("from" in arg) return daysText(arg.from, arg.to);
  if ("date" in arg) return daysText(arg.date, arg.date);
  return "template" in arg ? translateText(arg, t, daysText) : fieldName(arg.field, t);
}

/** Returns an error with its stack, for logs. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns an error's message. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
