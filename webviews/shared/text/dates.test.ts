import { expect, it } from "vitest";
import { longDay, namedDay, shortDay } from "./dates.ts";

it.each([
  ["2026-11-25", "en-GB", "25 Nov"],
  ["2027-01-05", "en-GB", "5 Jan 2027"],
  ["2026-11-25", "ja", "11月25日"],
  ["soon", "en-GB", "soon"],
  ["2026-13-45", "en-GB", "2026-13-45"],
])("%s in %s is %s", (day, locale, shown) => {
  expect(shortDay(day, "2026-11-21", locale)).toBe(shown);
});

it("a day with its month's name is unambiguous", () => {
  expect(namedDay("2026-03-04", "en-US")).toBe("Wed, Mar 4, 2026");
  expect(namedDay("", "en-US")).toBe("");
});

it("a day is the same in every time zone", () => {
  expect(longDay("2026-11-25", "en-GB")).toMatch(/^Wednesday,? 25 November 2026$/u);
});
