// Names and icons of sessions and of entries of the register. Extension and webviews pass in their
// own translation function.
import type { RegisterKind, SessionStatus } from "./generated/protocol.ts";
import type { Translate } from "./texts.ts";

export function sessionStatusName(status: SessionStatus | null, t: Translate): string {
  switch (status) {
    case "open":
      return t("Waiting");
    case "active":
      return t("Active");
    case "paused":
      return t("Paused");
    case "closed":
      return t("Closed");
    case null:
      return t("Unknown status");
  }
}

/** Codicon of each status. The icons differ in shape, so that nothing depends on color alone. */
const sessionStatusIcons = {
  open: "inbox",
  active: "play-circle",
  paused: "debug-pause",
  closed: "pass",
} as const satisfies Record<SessionStatus, string>;

export function sessionStatusIcon(status: SessionStatus | null): string {
  return status === null ? "question" : sessionStatusIcons[status];
}

export function registerKindName(kind: RegisterKind, t: Translate): string {
  switch (kind) {
    case "decision":
      return t("Decisions");
    case "caution":
      return t("Cautions");
    case "blocker":
      return t("Blockers");
    case "openItem":
      return t("Open items");
    case "pointer":
      return t("Pointers");
    case "reference":
      return t("References");
    case "suggestion":
      return t("Suggestions");
    case "contextNote":
      return t("Notes");
  }
}

/** Returns the name of a confidence; another program may write any text. */
export function confidenceName(confidence: string, t: Translate): string {
  switch (confidence) {
    case "confirmed":
      return t("confirmed");
    case "estimated":
      return t("estimated");
    case "unverified":
      return t("unverified");
    default:
      return confidence;
  }
}

const HOUR = 60;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

const formatters = new Map<string, Intl.RelativeTimeFormat>();

/** Returns the age of an RFC 3339 time in its largest unit: "3 days ago"; empty for an invalid one. */
export function ageText(at: string, now: number, locale: string): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
  if (Number.isNaN(minutes)) return "";
  const formatter = formatters.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  formatters.set(locale, formatter);
  if (minutes < HOUR) return formatter.format(-minutes, "minute");
  if (minutes < DAY) return formatter.format(-Math.floor(minutes / HOUR), "hour");
  if (minutes < MONTH) return formatter.format(-Math.floor(minutes / DAY), "day");
  if (minutes < YEAR) return formatter.format(-Math.floor(minutes / MONTH), "month");
  return formatter.format(-Math.floor(minutes / YEAR), "year");
}

/** Returns a duration such as "1 h 30 min". */
export function durationText(minutes: number, t: Translate): string {
  const [hours, rest] = [String(Math.floor(minutes / HOUR)), String(minutes % HOUR)];
  if (minutes < HOUR) return t("{minutes} min", { minutes: rest });
  return minutes % HOUR === 0 ? t("{hours} h", { hours }) : t("{hours} h {minutes} min", { hours, minutes: rest });
}
