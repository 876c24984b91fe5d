// Local times by the rules of the engine's `TimeZone`: a local time that exists twice is the first
// one, and one that does not exist is moved forward by the gap. Pure.
import type { TimeZone } from "../generated/protocol.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

export interface LocalTime {
  /** Days since 1970-01-01. */
  day: number;
  /** Minutes since midnight. */
  minutes: number;
}

/** Returns the minutes to add to UTC at a time in milliseconds since 1970. */
export function offsetAt(time: number, { offsetMinutes, changes }: TimeZone): number {
  return changes.findLast(({ at }) => at <= time)?.offsetMinutes ?? offsetMinutes;
}

/** Returns the milliseconds since 1970 as if the local time were UTC, for formatters. */
export function asUtc(time: number, zone: TimeZone): number {
  return time + offsetAt(time, zone) * MINUTE_MS;
}

export function localTime(time: number, zone: TimeZone): LocalTime {
  const minutes = Math.floor(asUtc(time, zone) / MINUTE_MS);
  const day = Math.floor(minutes / DAY_MINUTES);
  return { day, minutes: minutes - day * DAY_MINUTES };
}

/** Returns the milliseconds since 1970 of a local time, and how often that local time exists. */
export function resolve({ day, minutes }: LocalTime, { offsetMinutes, changes }: TimeZone): { time: number; exists: "once" | "twice" | "never" } {
  const local = (day * DAY_MINUTES + minutes) * MINUTE_MS;
  const before = (index: number): number => local - (changes[index - 1]?.offsetMinutes ?? offsetMinutes) * MINUTE_MS;
  // The first change that is after this local time by the offset before it.
  const found = changes.findIndex(({ at }, index) => before(index) < at);
  const next = found < 0 ? changes.length : found;
  const time = before(next);
  if (time < (changes[next - 1]?.at ?? -Infinity)) return { time: before(next - 1), exists: "never" };
  return { time, exists: before(next + 1) >= (changes[next]?.at ?? Infinity) ? "twice" : "once" };
}

/** Returns the milliseconds since 1970 of a local time. */
export function timeAt(local: LocalTime, zone: TimeZone): number {
  return resolve(local, zone).time;
}

/** Returns the time at which a day begins. */
export function dayStart(day: number, zone: TimeZone): number {
  return timeAt({ day, minutes: 0 }, zone);
}

/** Parses "HH:MM" as minutes since midnight; null for other text. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/u.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Formats minutes since midnight as "HH:MM". */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
