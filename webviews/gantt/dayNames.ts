// Days and stretches of days in the person's language. Formatters are kept since making one is slow.
import { t } from "@vscode/l10n";
import { unspoken } from "../shared/language.ts";
import { numberText } from "../shared/numbers.ts";
import { asDate } from "./days.ts";
import type { Mark, Unit } from "./scale.ts";

const forms = {
  day: { day: "numeric" },
  narrow: { weekday: "narrow" },
  short: { day: "numeric", month: "short" },
  withYear: { day: "numeric", month: "short", year: "2-digit" },
  full: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
  shortMonth: { month: "short" },
  year: { year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Form = keyof typeof forms;

const formatters = new Map<string, Intl.DateTimeFormat>();
const texts = new Map<string, string>();

export function dayText(day: number, form: Form, locale: string): string {
  if (locale === unspoken) return "";
  const key = `${form} ${locale} ${day}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const name = `${form} ${locale}`;
  const formatter = formatters.get(name) ?? new Intl.DateTimeFormat(locale, { ...forms[form], timeZone: "UTC" });
  formatters.set(name, formatter);
  const text = formatter.format(asDate(day));
  texts.set(key, text);
  return text;
}

/** "24 Nov", with the year when it is not today's. */
export function shortDay(day: number, today: number, locale: string): string {
  return dayText(day, asDate(day).getUTCFullYear() === asDate(today).getUTCFullYear() ? "short" : "withYear", locale);
}

/** How a stretch of the time axis is named where a day takes so many pixels. */
export function markText(unit: Unit, { first, after }: Mark, px: number, locale: string): string {
  switch (unit) {
    case "day":
      return dayText(first, "day", locale);
    case "week":
      return dayText(first, (after - first) * px < 60 ? "day" : "short", locale);
    case "month":
      return dayText(first, (after - first) * px < 70 ? "shortMonth" : "month", locale);
    case "quarter":
      return t("Q{0}", Math.floor(asDate(first).getUTCMonth() / 3) + 1);
    case "year":
      return dayText(first, "year", locale);
  }
}

/** "24 Nov – 3 Dec 2026" and the like; one day alone, or an open end, as it is. */
export function spanText(start: number | undefined, due: number | undefined, locale: string): string {
  if (start === undefined && due === undefined) return t("No dates");
  if (start === undefined) return t("until {0}", dayText(due ?? 0, "full", locale));
  if (due === undefined) return t("from {0}", dayText(start, "full", locale));
  if (start === due) return dayText(start, "full", locale);
  return t("{0} – {1}", dayText(start, "full", locale), dayText(due, "full", locale));
}

export function hoursText(hours: number, locale: string): string {
  return t("{0} h", numberText(hours, locale));
}
