import { expect, it } from "vitest";
import { dateOf, dayOf } from "../../shared/time/days.ts";
import { contains, daysIn, neighbor, periodOf } from "./period.ts";
import type { Period, PeriodKind } from "./period.ts";

const around = (kind: PeriodKind, date: string): Period => periodOf(kind, dayOf(date) ?? 0);
const dates = ({ from, to }: Period): string[] => [from, to].map(dateOf);

it.each([
  ["2026-11-23", "2026-11-23", "2026-11-29"],
  ["2026-11-29", "2026-11-23", "2026-11-29"],
  ["2026-01-01", "2025-12-29", "2026-01-04"],
  ["1969-12-31", "1969-12-29", "1970-01-04"],
])("the week with %s is from Monday %s to Sunday %s", (date, first, last) => {
  expect(dates(around("week", date))).toEqual([first, last]);
});

it.each([
  ["2026-02-14", "2026-02-01", "2026-02-28"],
  ["2028-02-29", "2028-02-01", "2028-02-29"],
  ["2026-12-31", "2026-12-01", "2026-12-31"],
])("the month with %s is from %s to %s", (date, first, last) => {
  expect(dates(around("month", date))).toEqual([first, last]);
});

it("periods follow one another without a gap", () => {
  for (const kind of ["week", "month"] as const) {
    let period = around(kind, "2027-03-01");
    for (let step = 0; step < 30; step += 1) {
      const before = neighbor(period, -1);
      expect(before.to + 1).toBe(period.from);
      expect(neighbor(before, 1)).toEqual(period);
      period = before;
    }
  }
});

it("a period contains its days and no other", () => {
  const week = around("week", "2026-11-25");
  expect(daysIn(week).map(dateOf)).toEqual(["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"]);
  expect([week.from - 1, week.from, week.to, week.to + 1].map((day) => contains(week, day))).toEqual([false, true, true, false]);
});
