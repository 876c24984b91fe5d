import { expect, it } from "vitest";
import { clockDuration, parseDuration, runningDuration, timerDuration } from "../../contract/time/duration.ts";
import durations from "../../contract/time/durations.json" with { type: "json" };

// The command reads the same durations.
it.each(durations.seconds)("%j are %d seconds", (text, seconds) => {
  expect(parseDuration(String(text))).toBe(seconds);
});

it.each(durations.none)("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeNull();
});

it("durations are rounded to minutes, and short ones are not nothing", () => {
  expect([0, 10, 29, 30, 90, 3599, 3600, 86_400 + 60].map(clockDuration)).toEqual(["0:00", "<0:01", "<0:01", "0:01", "0:02", "1:00", "1:00", "24:01"]);
  expect([0, 59, 3600, 100 * 3600 + 61].map(runningDuration)).toEqual(["0:00:00", "0:00:59", "1:00:00", "100:01:01"]);
  expect([0, 1, 59, 60, 119, 5400].map(timerDuration)).toEqual(["0:00", "1s", "59s", "0:01", "0:01", "1:30"]);
});

it("a shown duration is read as itself", () => {
  for (const seconds of [60, 3600, 5400, 86_400]) expect(parseDuration(clockDuration(seconds))).toBe(seconds);
});
