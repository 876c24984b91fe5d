import { expect, test } from "vitest";
import { datesOf, rangeFault, rangesOf, withoutRange } from "./dateRanges.ts";

test("consecutive days are one range, in any order and once", () => {
  expect(rangesOf(["2027-01-01", "2026-12-31", "2026-12-24", "2027-01-01"])).toEqual([
    { first: "2026-12-24", last: "2026-12-24" },
    { first: "2026-12-31", last: "2027-01-01" },
  ]);
  expect(rangesOf(["soon", "2026-12-24"])).toHaveLength(2);
});

test.each([
  ["2026-12-30", "2027-01-01", ["2026-12-30", "2026-12-31", "2027-01-01"]],
  ["2026-12-30", "2026-12-30", ["2026-12-30"]],
  ["2026-12-30", "", ["2026-12-30"]],
])("the days from %s to %s", (first, last, days) => {
  expect(datesOf({ first, last })).toEqual(days);
});

test.each([
  ["2026-12-30", "2027-01-01", null],
  ["2026-12-30", "2026-12-30", null],
  ["2026-12-30", "", null],
  ["2026-12-30", "2026-12-29", "The last day is before the first."],
  ["2026-01-01", "2027-02-04", null],
  ["2026-01-01", "2027-02-05", "At most 400 days can be added at once."],
])("the fault of the range from %s to %s is %s", (first, last, fault) => {
  expect(rangeFault({ first, last })).toBe(fault);
});

test("a range is removed as a whole", () => {
  expect(withoutRange(["2026-12-24", "2026-12-31", "2027-01-01"], { first: "2026-12-31", last: "2027-01-01" })).toEqual(["2026-12-24"]);
});
