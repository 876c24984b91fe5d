import { expect, it } from "vitest";
import { dayText, shortDay, shortSpan } from "./dayNames.ts";
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
