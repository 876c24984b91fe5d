// The calendar of a story. Its days are counted in working days, Monday to Friday, from the day on
// which it is played, so that no work is at a weekend or in the future.

import type { TimeZone } from "../../../webviews/contract/generated/protocol.ts";
import { localTime, timeAt } from "../../../webviews/contract/time/zone.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** 1970-01-01 was a Thursday: the number of days from the Monday before it. */
const THURSDAY = 3;
const WORKING_DAYS = 5;

/** `{-12}` is the 12th working day before today, `{+3}` the third one after it; with a time, such as `{-12 09:30}`, a moment of it. */
const PLACEHOLDER = /\{([+-]\d+)(?: (\d\d:\d\d))?\}/gu;

export class StoryTime {
  /** When the story is played, in milliseconds since 1970-01-01 UTC. */
  readonly now: number;
  readonly timeZone: TimeZone;
  readonly #today: number;

  constructor(now: number, timeZone: TimeZone) {
    this.now = now;
    this.timeZone = timeZone;
    this.#today = localTime(now, timeZone).day;
  }

  /**
   * Returns the time of a moment in milliseconds since 1970-01-01 UTC. `-12 09:30` is half past nine
   * of the 12th working day before today, `now -5` five minutes ago.
   */
  moment(at: string): number {
    const [day = "", time = ""] = at.split(" ");
    if (day === "now") return this.now + Number(time) * MINUTE_MS;
    return this.#time(Number(day), time);
  }

  /** Replaces the placeholders of a text by dates and times. */
  fill(text: string): string {
    return text.replaceAll(PLACEHOLDER, (_, days: string, time: string | undefined) =>
      time === undefined ? civil(this.#day(Number(days))) : rfc3339(this.#time(Number(days), time)),
    );
  }

  #time(days: number, time: string): number {
    const [hours = NaN, minutes = NaN] = time.split(":").map(Number);
    return timeAt({ day: this.#day(days), minutes: hours * 60 + minutes }, this.timeZone);
  }

  /** Returns the day number of the working day that is `days` working days from today. */
  #day(days: number): number {
    const weekday = (((this.#today + THURSDAY) % 7) + 7) % 7;
    const monday = this.#today - weekday;
    // At a weekend, the Friday before is the last working day before today, and the Monday after the next one.
    const isWeekend = weekday >= WORKING_DAYS;
    const position = isWeekend ? WORKING_DAYS + days - (days > 0 ? 1 : 0) : weekday + days;
    const weeks = Math.floor(position / WORKING_DAYS);
    return monday + weeks * 7 + (position - weeks * WORKING_DAYS);
  }
}

function civil(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function rfc3339(time: number): string {
  return new Date(time).toISOString();
}
