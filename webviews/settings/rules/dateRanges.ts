// Lists of days as ranges of consecutive days. Pure.
import { t } from "@vscode/l10n";
import { dateOf, dayOf } from "../../shared/time/days.ts";

/** Maximum number of days that a person can add at once. */
const MAX_DAYS = 400;

export interface DateRange {
  first: string;
  /** Empty if it is the first day. */
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

/** Says why the days of a range cannot be added; null if they can be. */
export function rangeFault({ first, last }: DateRange): string | null {
  const [from, to] = [dayOf(first), dayOf(last)];
  if (from === undefined || to === undefined) return null;
  if (to < from) return t("The last day is before the first.");
  return to - from < MAX_DAYS ? null : t("At most {0} days can be added at once.", MAX_DAYS);
}

/** Returns the days of a range without a fault. Without a last day it is the first one alone. */
export function datesOf({ first, last }: DateRange): string[] {
  const [from, to] = [dayOf(first), dayOf(last)];
  if (from === undefined || to === undefined) return [first];
  return Array.from({ length: to - from + 1 }, (_, at) => dateOf(from + at));
}

/** Returns the dates without those of a range. */
export function withoutRange(dates: readonly string[], range: DateRange): string[] {
  return dates.filter((date) => date < range.first || date > range.last);
}
