import { expect, it } from "vitest";
import { forecastMeaning, forecastText } from "./forecast.ts";

const dayText = (day: number): string => `day ${day}`;

it.each([
  [{ p50: 3, p85: 11 }, "Possible by day 3, likely by day 11", "50% of the courses are finished by day 3, 85% by day 11."],
  [{ p50: 3, p85: 3 }, "Likely by day 3", "50% of the courses are finished by day 3, 85% by day 3."],
  [{ p50: 3, p85: null }, "Possible by day 3", "50% of the courses are finished by day 3."],
])("a forecast of %j is said in plain words and explained", (forecast, text, meaning) => {
  expect(forecastText(forecast, dayText)).toBe(text);
  expect(forecastMeaning(forecast, dayText)).toBe(`Simulated from the pace so far: ${meaning}`);
});

it("without a forecast there are no words", () => {
  const none = { p50: null, p85: null };
  expect([forecastText(none, dayText), forecastMeaning(none, dayText)]).toEqual(["", ""]);
});
