import { expect, test } from "vitest";
import { datesOf, rangesOf, withoutRange } from "./dateRanges.ts";

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
  ["2026-12-30", "2026-12-01", ["2026-12-30"]],
  ["2026-12-30", "2036-12-01", ["2026-12-30"]],
])("the days from %s to %s", (first, last, days) => {
  expect(datesOf({ first, last })).toEqual(days);
});

test("a range is removed as a whole", () => {
  expect(withoutRange(["2026-12-24", "2026-12-31", "2027-01-01"], { first: "2026-12-31", last: "2027-01-01" })).toEqual(["2026-12-24"]);
});
