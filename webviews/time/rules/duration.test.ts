import { expect, it } from "vitest";
import { clockDuration, parseDuration, runningDuration } from "../../contract/time/duration.ts";

it.each([
  ["1h 30m", 5400],
  ["1h30", 5400],
  ["1 h 30 min", 5400],
  ["1 hour 5 minutes", 3900],
  ["1.5", 5400],
  ["1,5", 5400],
  [".25", 900],
  ["2", 7200],
  ["1.5h", 5400],
  ["90m", 5400],
  ["45 min", 2700],
  ["1:30", 5400],
  ["1:5", 3900],
  ["0:00:20", 20],
  ["12:00:30", 43_230],
  ["1h 30s", 3630],
  ["30s", 30],
  [" 1H 30M ", 5400],
  ["1時間30分", 5400],
  ["１：３０", 5400],
  ["０．５", 1800],
])("%j are %d seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

it.each(["", " ", "x", "1:60", "1:30:61", "-1", "1h -5m", "1.2.3", "5m 1h", ":", "h", "1e3"])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeNull();
});

it("durations are rounded to minutes, and short ones are not nothing", () => {
  expect([0, 10, 29, 30, 90, 3599, 3600, 86_400 + 60].map(clockDuration)).toEqual(["0:00", "<0:01", "<0:01", "0:01", "0:02", "1:00", "1:00", "24:01"]);
  expect([0, 59, 3600, 100 * 3600 + 61].map(runningDuration)).toEqual(["0:00:00", "0:00:59", "1:00:00", "100:01:01"]);
});

it("a shown duration is read as itself", () => {
  for (const seconds of [60, 3600, 5400, 86_400]) expect(parseDuration(clockDuration(seconds))).toBe(seconds);
});
