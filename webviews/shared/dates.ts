// Civil days (YYYY-MM-DD) in the person's language. Pure; formatters are kept since making one is slow.
import { unspoken } from "./language.ts";

const forms = {
  short: { day: "numeric", month: "short", timeZone: "UTC" },
  shortWithYear: { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  named: { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  long: { dateStyle: "full", timeZone: "UTC" },
  moment: { dateStyle: "medium", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Form = keyof typeof forms;

type Formatter = Pick<Intl.DateTimeFormat, "format" | "formatRange">;

const mute: Formatter = { format: () => "", formatRange: () => "" };
const formatters = new Map<string, Formatter>();

function formatter(locale: string, form: Form): Formatter {
  if (locale === unspoken) return mute;
  const key = `${form} ${locale}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, forms[form]);
  formatters.set(key, made);
  return made;
}

function asDate(day: string): Date | undefined {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

/** "25 Nov", with the year when it is not today's. What is no date is shown as it is written. */
export function shortDay(day: string, today: string, locale: string): string {
  const date = asDate(day);
  if (date === undefined) return day;
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  return formatter(locale, sameYear ? "short" : "shortWithYear").format(date);
}

/** "25 Nov – 2 Dec", "2–9 Dec", with the years when they are not today's. */
export function shortSpan(from: string, to: string, today: string, locale: string): string {
  const [first, last] = [asDate(from), asDate(to)];
  if (first === undefined || last === undefined || first > last) return `${shortDay(from, today, locale)} – ${shortDay(to, today, locale)}`;
  const year = today.slice(0, 4);
  const sameYear = from.slice(0, 4) === year && to.slice(0, 4) === year;
  return formatter(locale, sameYear ? "short" : "shortWithYear").formatRange(first, last);
}

/** "Wed, 25 Nov 2026": beside a field that shows a day in figures, whose order may be another than the person expects. */
export function namedDay(day: string, locale: string): string {
  const date = asDate(day);
  return date === undefined ? day : formatter(locale, "named").format(date);
}

/** "Wednesday, 25 November 2026", for tooltips and screen readers. */
export function longDay(day: string, locale: string): string {
  const date = asDate(day);
  return date === undefined ? day : formatter(locale, "long").format(date);
}

/** Date and time of an RFC 3339 moment in the person's time zone. */
export function moment(at: string, locale: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return formatter(locale, "moment").format(date);
}
