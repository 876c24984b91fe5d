// Days and ranges of days in the user's language.
import { t } from "@vscode/l10n";
import { dayFormatter, shortForm, shortSpan as shortRange } from "../../shared/text/dates.ts";
import type { DayForm } from "../../shared/text/dates.ts";
import { numberText } from "../../shared/text/numbers.ts";
import { asDate, dateOf } from "../../shared/time/days.ts";
import type { Mark, Unit } from "../../shared/time/units.ts";
import { unitsFor } from "./scale.ts";

const texts = new Map<string, string>();

export function dayText(day: number, form: DayForm, locale: string): string {
  const key = `${form} ${locale} ${day}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = dayFormatter(locale, form).format(asDate(day));
  texts.set(key, text);
  return text;
}

/** For example "24 Nov"; with the year unless it is the current one. */
export function shortDay(day: number, today: number, locale: string): string {
  return dayText(day, shortForm(asDate(day).getUTCFullYear(), asDate(today).getUTCFullYear()), locale);
}

/**
 * For example "24 Nov – 2 Dec" or "2–9 Dec"; with the years unless they are the current one. Either
 * date may be missing.
 */
export function shortSpan(start: number | undefined, due: number | undefined, today: number, locale: string): string {
  if (start === undefined && due === undefined) return t("no dates");
  if (start === undefined) return t("until {0}", shortDay(due ?? 0, today, locale));
  if (due === undefined) return t("from {0}", shortDay(start, today, locale));
  return shortRange(dateOf(start), dateOf(due), dateOf(today), locale);
}

/** Room for the longest name of a month with its year, in pixels. */
const widestMonth = 130;

/** Returns the day of the month as a number alone: some languages add a word that has no room. */
function dayNumber(day: number, locale: string): string {
  return numberText(asDate(day).getUTCDate(), locale);
}

/** Returns the label of a range of the time axis, for a day of `px` pixels. */
export function markText(unit: Unit, { first, after }: Mark, px: number, locale: string): string {
  switch (unit) {
    case "day":
      return dayNumber(first, locale);
    case "week":
      return (after - first) * px < 60 ? dayNumber(first, locale) : dayText(first, "short", locale);
    case "month":
      // Below a line of years the year would be there twice.
      if (unitsFor(px).large === "year") return dayText(first, "shortMonth", locale);
      return dayText(first, (after - first) * px < widestMonth ? "shortMonthWithYear" : "month", locale);
    case "quarter":
      return t("Q{0}", Math.floor(asDate(first).getUTCMonth() / 3) + 1);
    case "year":
      return dayText(first, "year", locale);
  }
}

/** For example "24 Nov – 3 Dec 2026"; a single day, or an open range. */
export function spanText(start: number | undefined, due: number | undefined, locale: string): string {
  if (start === undefined && due === undefined) return t("No dates");
  if (start === undefined) return t("until {0}", dayText(due ?? 0, "named", locale));
  if (due === undefined) return t("from {0}", dayText(start, "named", locale));
  if (start === due) return dayText(start, "named", locale);
  return t("{0} – {1}", dayText(start, "named", locale), dayText(due, "named", locale));
}

export function hoursText(hours: number, locale: string): string {
  return t("{0} h", numberText(hours, locale));
}

export function dayCount(days: number): string {
  return days === 1 ? t("1 day") : t("{0} days", days);
}
