// Shows and parses days (YYYY-MM-DD) in the user's language. A person may type a day of the month
// ("27"), a part of a date ("27.11", "Nov 27"), a whole one, a distance ("+3", "+2w"), or a word
// ("tomorrow", "Fri"). Pure.
import { t } from "@vscode/l10n";
import { asDate, dateOf, dayOf, monthStart, weekdayOf } from "../time/days.ts";
import { dayFormatter } from "../text/dates.ts";
import { noLocale } from "../text/language.ts";

export interface DayContext {
  locale: string;
  /** YYYY-MM-DD. */
  today: string;
}

/** What a date in one language consists of. Names are in lower case, without full stops. */
interface Words {
  /** Distances from today, by name. */
  relative: ReadonlyMap<string, number>;
  /** 0 is Sunday. */
  weekdays: ReadonlyMap<string, number>;
  /** 1 is January. */
  months: ReadonlyMap<string, number>;
  /** Words between the parts of a date, such as the Spanish "de". */
  fillers: ReadonlySet<string>;
  /** The order of the parts of a date in digits. */
  order: readonly string[];
}

const cache = new Map<string, Words>();
const separators = /[\s.,/()-]+/gu;
/** A date without a year that is longer ago than this is one of next year. */
const longAgo = 183;

/** For example "Nov 27, 2026"; text that is no day is returned unchanged. */
export function showDay(day: string, locale: string): string {
  const known = dayOf(day);
  // The browser reads February 30 as March 2.
  return known === undefined || dateOf(known) !== day ? day : dayFormatter(locale, "shortWithYear").format(asDate(known));
}

/** Says in which forms a day can be typed. */
export function dayErrorText({ locale, today }: DayContext): string {
  return t("Enter a date, such as “{date}”, “27”, “+3” or “tomorrow”.", { date: showDay(today, locale) });
}

/** Returns the day that a text means, or undefined. */
export function parseDay(text: string, { locale, today }: DayContext): string | undefined {
  const typed = normalize(text);
  const now = dayOf(today);
  const day = now === undefined || locale === noLocale ? dayOf(typed) : dayFrom(typed, now, wordsOf(locale));
  return day === undefined || day < earliest || day > latest ? undefined : dateOf(day);
}

const earliest = civilDay(1000, 1, 1) ?? 0;
const latest = civilDay(9999, 12, 31) ?? 0;

function normalize(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

function dayFrom(typed: string, today: number, words: Words): number | undefined {
  const distance = words.relative.get(typed) ?? distanceOf(typed);
  if (distance !== undefined) return today + distance;
  const weekday = words.weekdays.get(typed.replace(/\.$/u, ""));
  if (weekday !== undefined) return today + ((weekday - weekdayOf(today) + 6) % 7) + 1;
  return dayFromParts(typed, today, words);
}

/** "+3", "-1d" or "+2w". */
function distanceOf(typed: string): number | undefined {
  const [, sign, count, unit] = /^([-+])\s*(\d{1,4})\s*([dw]?)$/u.exec(typed) ?? [];
  if (count === undefined) return undefined;
  return Number(count) * (unit === "w" ? 7 : 1) * (sign === "-" ? -1 : 1);
}

function dayFromParts(typed: string, today: number, words: Words): number | undefined {
  const numbers = typed.match(/\d+/gu) ?? [];
  const names = partsOf(typed.replaceAll(/\d+/gu, " ")).filter((name) => !words.fillers.has(name));
  // In some languages a weekday and a month have the same short name.
  if (names.some((name) => !words.months.has(name) && !words.weekdays.has(name))) return undefined;
  const [month, ...others] = new Set(names.flatMap((name) => words.months.get(name) ?? []));
  if (others.length > 0) return undefined;
  if (month !== undefined) return withMonth(month, numbers, today);
  const isDotted = /\d\s*\.\s*\d/u.test(typed);
  switch (numbers.length) {
    case 1:
      return fromDigits(numbers[0] ?? "", today);
    case 2:
      return fromTwo(numbers.map(Number), isDotted ? ["day", "month"] : words.order, today);
    case 3:
      return fromThree(numbers, isDotted ? ["day", "month", "year"] : words.order);
    default:
      return undefined;
  }
}

function partsOf(text: string): string[] {
  return text.split(separators).filter((part) => part !== "");
}

function withMonth(month: number, numbers: readonly string[], today: number): number | undefined {
  const year = numbers.find((digits) => digits.length === 4);
  const [day, ...others] = numbers.filter((digits) => digits !== year).map(Number);
  if (day === undefined || others.length > 0) return undefined;
  return year === undefined ? inNearestYear(month, day, today) : civilDay(Number(year), month, day);
}

/** The next day of a month with this number, or a date in eight digits. */
function fromDigits(digits: string, today: number): number | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/u.exec(digits) ?? [];
  if (year !== undefined) return civilDay(Number(year), Number(month), Number(date));
  const wanted = Number(digits);
  if (wanted < 1 || wanted > 31) return undefined;
  for (let ahead = 0; ; ahead += 1) {
    const start = monthStart(today, ahead);
    const day = start + wanted - 1;
    if (day >= today && day < monthStart(today, ahead + 1)) return day;
  }
}

function fromTwo([first = 0, second = 0]: readonly number[], order: readonly string[], today: number): number | undefined {
  const dayFirst = order.indexOf("day") < order.indexOf("month");
  const [month, day] = dayFirst ? [second, first] : [first, second];
  return inNearestYear(month, day, today) ?? inNearestYear(day, month, today);
}

function fromThree(numbers: readonly string[], order: readonly string[]): number | undefined {
  const [first = "", second = "", third = ""] = numbers;
  if (first.length === 4 || (order[0] === "year" && third.length < 3)) return civilDay(yearOf(first), Number(second), Number(third));
  const year = yearOf(third);
  const dayFirst = order.indexOf("day") < order.indexOf("month");
  const [month, day] = dayFirst ? [Number(second), Number(first)] : [Number(first), Number(second)];
  return civilDay(year, month, day) ?? civilDay(year, day, month);
}

function yearOf(digits: string): number {
  return digits.length <= 2 ? 2000 + Number(digits) : Number(digits);
}

function inNearestYear(month: number, day: number, today: number): number | undefined {
  const year = asDate(today).getUTCFullYear();
  const near = civilDay(year, month, day);
  return near !== undefined && near < today - longAgo ? civilDay(year + 1, month, day) : near;
}

function civilDay(year: number, month: number, day: number): number | undefined {
  const padded = (value: number, length: number): string => String(value).padStart(length, "0");
  const date = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  const known = dayOf(date);
  return known !== undefined && dateOf(known) === date ? known : undefined;
}

/** English words are understood in every language. */
function wordsOf(locale: string): Words {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const locales = [...new Set(["en", locale])];
  const made = {
    relative: new Map(locales.flatMap(relativeNames)),
    weekdays: new Map(locales.flatMap((name) => namesOf(name, "weekday", 7, (index) => weekdayOf(index)))),
    months: new Map(locales.flatMap((name) => namesOf(name, "month", 12, (index) => asDate(index).getUTCMonth() + 1))),
    fillers: fillersOf(locale),
    order: new Intl.DateTimeFormat(locale, { dateStyle: "short" }).formatToParts(0).map(({ type }) => type).filter((type) => type !== "literal"),
  };
  cache.set(locale, made);
  return made;
}

function relativeNames(locale: string): [string, number][] {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return [-2, -1, 0, 1, 2].map((distance) => [normalize(format.format(distance, "day")), distance]);
}

/** Names of weekdays or months, without those in digits. Some languages inflect a month beside a day. */
function namesOf(locale: string, part: "weekday" | "month", count: number, valueOf: (day: number) => number): [string, number][] {
  const samples = Array.from({ length: count }, (_, index) => (part === "weekday" ? index : monthStart(0, index)));
  const forms = (["long", "short"] as const).flatMap((length) => [{ [part]: length }, { [part]: length, day: "numeric", year: "numeric" }] as const);
  return forms.flatMap((form) => {
    const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: "UTC" });
    const nameOf = (day: number): string => format.formatToParts(asDate(day)).find(({ type }) => type === part)?.value ?? "";
    const named = samples.map((day): [string, number] => [normalize(nameOf(day)).replace(/\.$/u, ""), valueOf(day)]);
    return named.filter(([name]) => name !== "" && !/\d/u.test(name));
  });
}

function fillersOf(locale: string): Set<string> {
  const parts = (["long", "short"] as const).flatMap((month) =>
    new Intl.DateTimeFormat(locale, { day: "numeric", month, year: "numeric", timeZone: "UTC" }).formatToParts(0),
  );
  const between = parts.filter(({ type, value }) => type === "literal" || /\d/u.test(value));
  return new Set(between.flatMap(({ value }) => partsOf(normalize(value).replaceAll(/\d+/gu, " "))));
}
