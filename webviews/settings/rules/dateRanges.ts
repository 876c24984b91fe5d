// Lists of days as ranges of consecutive days. Pure.
import { dateOf, dayOf } from "../../shared/time/days.ts";

/** Maximum number of days that a person can add at once. */
const MAX_DAYS = 400;

export interface DateRange {
  first: string;
  last: string;
}

/** Returns the ranges, earliest first. */
export function rangesOf(dates: readonly string[]): DateRange[] {
  const ranges: DateRange[] = [];
  for (const date of [...new Set(dates)].toSorted()) {
    const previous = ranges.at(-1);
    const day = dayOf(date);
    if (previous !== undefined && day !== undefined && dayOf(previous.last) === day - 1) previous.last = date;
    else ranges.push({ first: date, last: date });
  }
  return ranges;
}

/** Returns the days of a range; a day that cannot be read, and the first of too many, alone. */
export function datesOf({ first, last }: DateRange): string[] {
  const [from, to] = [dayOf(first), dayOf(last)];
  if (from === undefined || to === undefined || to < from || to - from >= MAX_DAYS) return [first];
  return Array.from({ length: to - from + 1 }, (_, at) => dateOf(from + at));
}

/** Returns the dates without those of a range. */
export function withoutRange(dates: readonly string[], range: DateRange): string[] {
  return dates.filter((date) => date < range.first || date > range.last);
}
