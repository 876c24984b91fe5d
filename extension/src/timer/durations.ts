// Durations and times of day in the user's language.

import { env, l10n } from "vscode";

const MINUTE = 60;

/** Formats seconds for a sentence, such as "1 h 25 min". */
export function durationText(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / MINUTE);
  const hours = Math.floor(minutes / MINUTE);
  if (hours === 0) return l10n.t("{0} min", minutes);
  return minutes % MINUTE === 0 ? l10n.t("{0} h", hours) : l10n.t("{0} h {1} min", hours, minutes % MINUTE);
}

/** Formats hours for a sentence, such as "2.5 h". */
export function hoursText(hours: number): string {
  return l10n.t("{0} h", new Intl.NumberFormat(env.language, { maximumFractionDigits: 1 }).format(hours));
}

/** Formats the time of day of a time, RFC 3339. */
export function timeOfDay(at: string): string {
  return new Intl.DateTimeFormat(env.language, { timeStyle: "short" }).format(Date.parse(at));
}
