import { expect, it } from "vitest";
import { dayText, markText, shortDay, shortSpan } from "./dayNames.ts";
import { dayOf } from "../../shared/time/days.ts";

const day = (date: string): number => dayOf(date) ?? Number.NaN;
const today = day("2026-11-24");

it.each([
  ["2026-11-24", "2026-12-02", "24 Nov–2 Dec"],
  ["2026-12-28", "2027-01-02", "28 Dec 2026–2 Jan 2027"],
  ["2027-01-02", "2027-01-05", "2–5 Jan 2027"],
  [undefined, "2027-01-02", "until 2 Jan 2027"],
  ["2026-12-28", undefined, "from 28 Dec"],
  [undefined, undefined, "no dates"],
])("from %s to %s is %s", (start, due, shown) => {
  const span = shortSpan(start === undefined ? undefined : day(start), due === undefined ? undefined : day(due), today, "en-GB");
  // Browsers use different spaces around the dash.
  expect(span.replaceAll(/\s*–\s*/gu, "–")).toBe(shown);
});

it("the year is shown only if it is not the current one", () => {
  expect(shortDay(day("2027-01-02"), today, "en-GB")).toBe("2 Jan 2027");
  expect(shortDay(day("2026-01-02"), today, "en-GB")).toBe("2 Jan");
  expect(shortDay(day("2027-01-02"), today, "ja")).toBe("2027年1月2日");
  expect(dayText(today, "named", "en-GB")).toBe("Tue, 24 Nov 2026");
});

it.each([
  ["month", "2026-09-01", "2026-10-01", 2.4, "en", "Sep"],
  ["month", "2026-09-01", "2026-10-01", 4, "en", "Sep 2026"],
  ["month", "2026-09-01", "2026-10-01", 6, "en", "September 2026"],
  ["week", "2026-11-23", "2026-11-30", 6, "ja", "23"],
  ["week", "2026-11-23", "2026-11-30", 18, "ja", "11月23日"],
  ["day", "2026-11-20", "2026-11-21", 40, "ja", "20"],
  ["day", "2026-11-20", "2026-11-21", 40, "en", "20"],
  ["quarter", "2026-10-01", "2027-01-01", 0.6, "en", "Q4"],
] as const)("the mark of a %s from %s to %s at %d pixels a day in %s is %s", (unit, first, after, px, locale, text) => {
  expect(markText(unit, { first: day(first), after: day(after) }, px, locale)).toBe(text);
});
