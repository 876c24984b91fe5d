// Dates and times in the user's time zone.

import type { TimeZone } from "../../../webviews/contract/generated/protocol.ts";
import { asUtc, dayStart, localTime } from "../../../webviews/contract/time/zone.ts";

/** Returns the civil date, YYYY-MM-DD. */
export function civilDate(time: number, zone: TimeZone): string {
  return new Date(asUtc(time, zone)).toISOString().slice(0, 10);
}

/** Returns the milliseconds until the next civil day. */
export function untilTomorrow(now: number, zone: TimeZone): number {
  return dayStart(localTime(now, zone).day + 1, zone) - now;
}

/** Formats a task's date, with the year unless it is the current one; returns invalid dates unchanged. */
export function shortDate(date: string, locale: string): string {
  return shortDates(date, date, locale);
}

/** Formats the days from one to another, with the year unless it is the current one; returns invalid dates unchanged. */
export function shortDates(from: string, to: string, locale: string): string {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  if (Number.isNaN(first) || Number.isNaN(last) || first > last) return from === to ? from : `${from} – ${to}`;
  const year = String(new Date().getFullYear());
  const hasYear = !from.startsWith(year) || !to.startsWith(year);
  const form = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, hasYear ? { ...form, year: "numeric" } : form).formatRange(first, last);
}

/** Formats a time, RFC 3339, as day and time of day; returns invalid times unchanged. */
export function shortTime(at: string, locale: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(time);
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Returns how far off an RFC 3339 time is, in its largest unit: "in 3 days", "in 20 min."; returns invalid times unchanged. */
export function untilText(at: string, now: number, locale: string): string {
  const left = Date.parse(at) - now;
  if (Number.isNaN(left)) return at;
  const [unit, length] = units.find(([, ms]) => left >= ms) ?? (["minute", 60_000] as const);
  return new Intl.RelativeTimeFormat(locale, { style: "short" }).format(Math.max(1, Math.floor(left / length)), unit);
}
