// The days that the page shows: a week, from Monday on as in the other pages, or a month. Pure.
import { marksOf } from "../../shared/time/units.ts";

export const periodKinds = ["week", "month"] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** Days since 1970-01-01. */
export interface Period {
  kind: PeriodKind;
  from: number;
  to: number;
}

/** Returns the week or month with a day. */
export function periodOf(kind: PeriodKind, day: number): Period {
  const [mark] = marksOf(kind, day, day + 1);
  return { kind, from: mark?.first ?? day, to: (mark?.after ?? day + 1) - 1 };
}

/** Returns the next period, or for -1 the previous one. */
export function neighbor({ kind, from, to }: Period, direction: 1 | -1): Period {
  return periodOf(kind, direction === 1 ? to + 1 : from - 1);
}

export function contains({ from, to }: Period, day: number): boolean {
  return from <= day && day <= to;
}

export function daysIn({ from, to }: Period): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
