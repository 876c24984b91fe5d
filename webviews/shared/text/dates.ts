// Civil days (YYYY-MM-DD) in the user's language. Pure; formatters are cached because creating one
// is slow.
import { noLocale } from "./language.ts";

const forms = {
  day: { day: "numeric" },
  weekday: { weekday: "narrow" },
  weekdayName: { weekday: "short" },
  shortMonth: { month: "short" },
  shortMonthWithYear: { month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
  year: { year: "numeric" },
  short: { day: "numeric", month: "short" },
  shortWithYear: { day: "numeric", month: "short", year: "numeric" },
  named: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  long: { dateStyle: "full" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DayForm = keyof typeof forms;

type Formatter = Pick<Intl.DateTimeFormat, "format" | "formatRange">;

const emptyFormatter: Formatter = { format: () => "", formatRange: () => "" };
const formatters = new Map<string, Formatter>();

function cachedFormatter(locale: string, name: string, make: () => Formatter): Formatter {
  if (locale === noLocale) return emptyFormatter;
  const key = `${name} ${locale}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = make();
  formatters.set(key, made);
  return made;
}

/** Formats midnights in UTC. */
export function dayFormatter(locale: string, form: DayForm): Formatter {
  return cachedFormatter(locale, form, () => new Intl.DateTimeFormat(locale, { ...forms[form], timeZone: "UTC" }));
}

/** Returns the short form, with the year unless it is the current one. */
export function shortForm(year: number, today: number): DayForm {
  return year === today ? "short" : "shortWithYear";
}

function asDate(day: string): Date | undefined {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/**
 * For example "25 Nov"; with the year unless it is the current one. Invalid dates are returned
 * unchanged.
 */
export function shortDay(day: string, today: string, locale: string): string {
  const date = asDate(day);
  if (date === undefined) return day;
  return dayFormatter(locale, shortForm(yearOf(day), yearOf(today))).format(date);
}

/** For example "25 Nov – 2 Dec" or "2–9 Dec"; with the years unless they are the current one. */
export function shortSpan(from: string, to: string, today: string, locale: string): string {
  const [first, last] = [asDate(from), asDate(to)];
  if (first === undefined || last === undefined || first > last) return `${shortDay(from, today, locale)} – ${shortDay(to, today, locale)}`;
  const other = yearOf(from) === yearOf(today) ? to : from;
  return dayFormatter(locale, shortForm(yearOf(other), yearOf(today))).formatRange(first, last);
}

/**
 * For example "Wed, 25 Nov 2026": shown beside date fields, whose numeric order depends on the
 * locale.
 */
export function namedDay(day: string, locale: string): string {
  const date = asDate(day);
  return date === undefined ? day : dayFormatter(locale, "named").format(date);
}

/** For example "Wednesday, 25 November 2026", for tooltips and screen readers. */
export function longDay(day: string, locale: string): string {
  const date = asDate(day);
  return date === undefined ? day : dayFormatter(locale, "long").format(date);
}

/** Formats the time of day in UTC, for example "09:30". */
export function clockTime(time: number, locale: string): string {
  return cachedFormatter(locale, "clock", () => new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" })).format(new Date(time));
}

/** Formats a time in notes, which is in UTC, mostly without saying so. */
export function noteTime(at: string, locale: string): string {
  return timeText(/(?:Z|[-+]\d{2}:?\d{2})$/u.test(at) ? at : `${at}Z`, locale);
}

/** Formats an RFC 3339 time in the user's time zone. */
export function timeText(at: string, locale: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return cachedFormatter(locale, "moment", () => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })).format(date);
}
