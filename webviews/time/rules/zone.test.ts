import { expect, it } from "vitest";
import { clockOf, localTime, parseClock, timeAt, zoneOf } from "./zone.ts";

/** A zone that is ahead of UTC by two hours until the end of October 25, 2026, 01:00 UTC, and then by one. */
const change = Date.parse("2026-10-25T01:00:00Z");
const berlin = (time: number): number => (time < change ? 120 : 60);
const [summer, winter] = [Date.parse("2026-10-20T07:30:00Z"), Date.parse("2026-11-20T07:30:00Z")];

it("a host in the zone of the page has its offsets in every season", () => {
  const zone = zoneOf(60, winter, berlin);
  expect([summer, winter].map((time) => clockOf(localTime(time, zone).minutes))).toEqual(["09:30", "08:30"]);
});

it("a host in another zone keeps its offset", () => {
  const zone = zoneOf(0, winter, berlin);
  expect([summer, winter].map((time) => clockOf(localTime(time, zone).minutes))).toEqual(["07:30", "07:30"]);
  const tokyo = zoneOf(540, winter, berlin);
  expect(localTime(Date.parse("2026-11-20T15:00:00Z"), tokyo)).toEqual({ day: 20_778, minutes: 0 });
});

it("local times become the same times again, also beside a change of the offset; of a repeated hour, the later one", () => {
  const zone = zoneOf(60, winter, berlin);
  for (const hours of [-30, -3, -2, 0, 1, 2, 30]) {
    const time = change + hours * 3_600_000;
    expect(timeAt(localTime(time, zone), zone)).toBe(time);
  }
  expect(timeAt(localTime(change - 3_600_000, zone), zone)).toBe(change);
});

it("only times of day are read", () => {
  expect(["00:00", "09:05", "23:59"].map(parseClock)).toEqual([0, 545, 1439]);
  expect(["24:00", "9:05", "09:60", "", "x"].map(parseClock)).toEqual([null, null, null, null, null]);
  expect([0, 545, 1439].map(clockOf)).toEqual(["00:00", "09:05", "23:59"]);
});
