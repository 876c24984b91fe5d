import { expect, test } from "vitest";
import { dateOf, dayOf } from "../time/days.ts";
import { parseDay, showDay } from "./parseDay.ts";

/** A Friday. */
const today = "2026-11-27";

test.each([
  ["en", "2026-12-03", "2026-12-03"],
  ["en", "20261203", "2026-12-03"],
  ["en", "27", "2026-11-27"],
  ["en", "26", "2026-12-26"],
  ["en", "31", "2026-12-31"],
  ["en", "27.11", "2026-11-27"],
  ["en", "5.12.", "2026-12-05"],
  ["en", "5/12", "2027-05-12"],
  ["en", "12/5", "2026-12-05"],
  ["en", "28/2", "2027-02-28"],
  ["en", "12/5/27", "2027-12-05"],
  ["en", "Dec 3", "2026-12-03"],
  ["en", "3 december 2027", "2027-12-03"],
  ["en", "Fri, Dec 4, 2026", "2026-12-04"],
  ["en", "+3", "2026-11-30"],
  ["en", "-1", "2026-11-26"],
  ["en", "+2w", "2026-12-11"],
  ["en", "Tomorrow", "2026-11-28"],
  ["en", "today", "2026-11-27"],
  ["en", "fri", "2026-12-04"],
  ["en", "Monday", "2026-11-30"],
  ["de", "27.11.26", "2026-11-27"],
  ["de", "27. Nov. 2026", "2026-11-27"],
  ["de", "übermorgen", "2026-11-29"],
  ["de", "tomorrow", "2026-11-28"],
  ["de", "Mo", "2026-11-30"],
  ["es", "3 de diciembre de 2026", "2026-12-03"],
  ["ja", "明日", "2026-11-28"],
  ["ja", "明後日", "2026-11-29"],
  ["ja", "金曜日", "2026-12-04"],
  ["ja", "12月3日", "2026-12-03"],
  ["ja", "２０２６年１２月３日", "2026-12-03"],
  ["ja", "12/3", "2026-12-03"],
  ["ja", "26/12/3", "2026-12-03"],
])("in %s, %j is %s", (locale, text, day) => {
  expect(parseDay(text, { locale, today })).toBe(day);
});

test.each(["", "soon", "0", "32", "2026-02-30", "Feb 30", "13/13", "1 2 3 4", "Nov", "Nov Dec 3", "0002-01-01", "+", "2026"])("%j is no day", (text) => {
  expect(parseDay(text, { locale: "en", today })).toBeUndefined();
});

test.each(["en", "en-GB", "ja", "de", "fr", "es", "pt-BR", "it", "ru", "pl", "cs", "tr", "zh-CN", "zh-TW", "ko", "hu"])("each day is read as it is shown in %s", (locale) => {
  const first = dayOf("2026-01-01") ?? 0;
  const days = Array.from({ length: 365 }, (_, index) => dateOf(first + index));
  expect(days.map((day) => parseDay(showDay(day, locale), { locale, today }))).toEqual(days);
});

test("a text that is no day is shown as it is", () => {
  expect(showDay("soon", "en")).toBe("soon");
  expect(parseDay("2026-12-03", { locale: "en", today: "" })).toBe("2026-12-03");
});
