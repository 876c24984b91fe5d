import { describe, expect, it } from "vitest";
import { dateOf, dayOf, monthStart, weekdayOf } from "../../shared/time/days.ts";
import { marksOf } from "../../shared/time/units.ts";
import { dayAt, middleOfFlag, placeOfName, scaleFor, unitsFor, xOf } from "./scale.ts";
import { nextLevel, levelOf, clampPx } from "../state/zoom.ts";

const day = (date: string): number => dayOf(date) ?? Number.NaN;

describe("civil days", () => {
  it.each(["1969-12-31", "1970-01-01", "2024-02-29", "2026-03-29", "2026-10-25", "2100-03-01"])("%s comes back", (date) => {
    expect(dateOf(day(date))).toBe(date);
  });

  it("have a weekday and month", () => {
    expect(weekdayOf(day("2026-11-22"))).toBe(0);
    expect(weekdayOf(day("1969-12-28"))).toBe(0);
    expect(dateOf(monthStart(day("2026-11-22"), 2))).toBe("2027-01-01");
  });

  it("are null for invalid dates", () => expect([dayOf("tomorrow"), dayOf("2026-13-01"), dayOf("")]).toEqual([undefined, undefined, undefined]));
});

describe("a scale", () => {
  const scale = scaleFor({ first: 100, last: 200 }, 18, 900);

  it("has a margin on both sides and converts days to pixels and back", () => {
    expect(scale.origin).toBe(70);
    expect(xOf(scale, 100)).toBe(540);
    expect(dayAt(scale, 540)).toBe(100);
    expect(scale.days * scale.px).toBeGreaterThanOrEqual(900 + 101 * 18);
  });
});

describe("the time axis", () => {
  it.each([
    [40, "month", "day"],
    [18, "month", "week"],
    [6, "month", "week"],
    [2.4, "year", "month"],
    [0.6, "year", "quarter"],
  ])("at %d pixels a day", (px, large, small) => {
    expect(unitsFor(px)).toEqual({ large, small });
  });

  it.each([
    ["week", ["2026-11-23", "2026-11-30"]],
    ["month", ["2026-11-01", "2026-12-01"]],
    ["quarter", ["2026-10-01"]],
    ["year", ["2026-01-01"]],
  ] as const)("of %ss begins where they begin", (unit, first) => {
    expect(marksOf(unit, day("2026-11-25"), day("2026-12-02")).map((mark) => dateOf(mark.first))).toEqual(first);
  });
});

it("zoom steps between levels within bounds", () => {
  expect([nextLevel(18, 1), nextLevel(18, -1), nextLevel(20, -1), nextLevel(2.4, -1), nextLevel(80, 1)]).toEqual(["day", "month", "week", "quarter", "day"]);
  expect([levelOf(17), levelOf(3), levelOf(70)]).toEqual(["week", "quarter", "day"]);
  expect([clampPx(0.001), clampPx(1000)]).toEqual([0.5, 80]);
});

it.each([
  [100, 100],
  [4, 21],
  [196, 179],
  // Scrolls out with its line.
  [-1, -1],
])("the flag of a line at %i is at %i in a view of 200 pixels", (line, middle) => {
  expect(middleOfFlag(line, { left: 0, right: 200 })).toBe(middle);
});

describe("a milestone's name", () => {
  const after = { isBefore: false, begin: 0, room: 240 };
  const far = { today: 500, previous: -Infinity, next: Infinity, right: Infinity };
  it.each([
    ["stands after its diamond", {}, after],
    ["ends before the next diamond", { next: 200 }, { ...after, room: 84 }],
    ["ends before the flag of today", { today: 200 }, { ...after, room: 58 }],
    ["begins after the flag that covers its place", { today: 120 }, { ...after, begin: 36 }],
    ["begins after the flag that reaches its place", { today: 80 }, after],
    ["is not moved by a flag further left", { today: 60 }, after],
    ["stands before its diamond at the right edge", { right: 190, today: -400 }, { isBefore: true, begin: 0, room: 240 }],
    ["is before its diamond only as far as the previous one", { right: 190, previous: -30 }, { isBefore: true, begin: 0, room: 110 }],
    ["stays after it where there is no room before it either", { right: 190, previous: 50 }, after],
    ["stays after it while the diamond is out of sight", { right: 90 }, after],
    ["stays after it where the edge leaves enough room", { right: 220 }, after],
  ])("%s", (_, around, place) => {
    expect(placeOfName(100, 100, { ...far, ...around })).toEqual(place);
  });
});
