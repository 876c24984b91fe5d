// Durations and times of day in the user's language.

import { env, l10n } from "vscode";
import { durationText as minutesText } from "../../../webviews/contract/texts/sessionTexts.ts";
import { translate } from "../support/vocabulary.ts";

const MINUTE = 60;

/** Formats seconds for a sentence, such as "1 h 25 min". */
export function durationText(seconds: number): string {
  return minutesText(Math.floor(Math.max(0, seconds) / MINUTE), translate);
}

/** Formats hours for a sentence, such as "2.5 h". */
export function hoursText(hours: number): string {
  return l10n.t("{0} h", new Intl.NumberFormat(env.language, { maximumFractionDigits: 1 }).format(hours));
}

/** Formats the time of day of a time, RFC 3339. */
export function timeOfDay(at: string): string {
  return new Intl.DateTimeFormat(env.language, { timeStyle: "short" }).format(Date.parse(at));
}
