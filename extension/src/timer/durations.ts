// Durations and times of day in the user's language.

import { env, l10n } from "vscode";

const MINUTE = 60;
const HOUR = 3600;

/** Formats seconds for a sentence, such as "1 h 25 min". */
export function durationText(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / MINUTE);
  const hours = Math.floor(minutes / MINUTE);
  if (hours === 0) return l10n.t("{0} min", minutes);
  return minutes % MINUTE === 0 ? l10n.t("{0} h", hours) : l10n.t("{0} h {1} min", hours, minutes % MINUTE);
}

/** Formats seconds as hours and minutes, such as "1:25". */
export function clockText(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / MINUTE);
  return `${Math.floor(minutes / MINUTE)}:${String(minutes % MINUTE).padStart(2, "0")}`;
}

/** Formats hours for a sentence, such as "2.5 h". */
export function hoursText(hours: number): string {
  return l10n.t("{0} h", new Intl.NumberFormat(env.language, { maximumFractionDigits: 1 }).format(hours));
}

/** Formats the time of day of a time, RFC 3339. */
export function timeOfDay(at: string): string {
  return new Intl.DateTimeFormat(env.language, { timeStyle: "short" }).format(Date.parse(at));
}

/** Reads a duration in minutes, "25", or in hours and minutes, "1:25". Returns seconds, or undefined if the text is neither. */
export function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):)?(\d{1,4})$/u.exec(text.trim());
  if (match === null) return undefined;
  const seconds = Number(match[1] ?? 0) * HOUR + Number(match[2]) * MINUTE;
  return seconds > 0 ? seconds : undefined;
}
