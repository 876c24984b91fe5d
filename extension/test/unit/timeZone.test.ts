// The time zone is read from the system's offsets, and local times follow its rules as in the engine.
import { expect, test } from "vitest";
import table from "../../../tests/timeZones.json" with { type: "json" };
import type { TimeZone } from "../../../webviews/contract/generated/protocol.ts";
import { clockOf, dayStart, localTime, offsetAt, parseClock, resolve } from "../../../webviews/contract/time/zone.ts";
import { readTimeZone, systemTimeZone } from "../../src/support/timeZone.ts";

const zones: Record<string, TimeZone> = table.zones;
const zoneOf = (name: string): TimeZone => zones[name] ?? { offsetMinutes: NaN, changes: [] };
const now = Date.parse("2026-11-28T12:00:00Z");
const exists: Record<string, string> = { unique: "once", first: "twice", second: "twice", skipped: "never" };

// The other POSIX zone keeps an offset for two hours, which no zone of a person does.
test.each(Object.keys(zones).filter((name) => !name.includes("J1/")))("the changes of %s are found", (name) => {
  const zone = zoneOf(name);
  expect(readTimeZone(now, (time) => offsetAt(time, zone))).toEqual(zone);
});

test("the system's zone is read once", () => {
  const zone = systemTimeZone(now);
  expect(offsetAt(now, zone)).toBe(-new Date(now).getTimezoneOffset());
  expect(systemTimeZone(now + 1000)).toBe(zone);
});

const moments = table.moments.map(({ zone, instant, local, kind }) => {
  const shown = Date.parse(`${local}Z`) / 60_000;
  const day = Math.floor(shown / 1440);
  return { zone, instant, local: { day, minutes: shown - day * 1440 }, kind };
});

test.each(moments.filter(({ kind }) => kind !== "skipped"))("$instant in $zone is shown", ({ zone, instant, local }) => {
  expect(localTime(Date.parse(instant), zoneOf(zone))).toEqual(local);
});

test.each(moments)("the $kind local time of $instant in $zone is taken", ({ zone, instant, local, kind }) => {
  const taken = resolve(local, zoneOf(zone));
  expect(taken.exists).toBe(exists[kind]);
  // Of a time that exists twice, the first is taken.
  expect(taken.time < Date.parse(instant)).toBe(kind === "second");
});

test.each(moments.filter(({ kind }) => kind !== "second"))("$instant in $zone is taken exactly", ({ zone, instant, local }) => {
  expect(resolve(local, zoneOf(zone)).time).toBe(Date.parse(instant));
});

test.each([
  ["Europe/Berlin", "2026-10-25", 25],
  ["Europe/Berlin", "2027-03-28", 23],
  ["Africa/Cairo", "2026-04-24", 23],
])("in %s, %s has %d hours", (name, date, hours) => {
  const day = Date.parse(date) / 86_400_000;
  expect((dayStart(day + 1, zoneOf(name)) - dayStart(day, zoneOf(name))) / 3_600_000).toBe(hours);
});

test("only times of day are read", () => {
  expect(["00:00", "09:05", "23:59"].map(parseClock)).toEqual([0, 545, 1439]);
  expect(["24:00", "9:05", "09:60", "", "x"].map(parseClock)).toEqual([null, null, null, null, null]);
  expect([0, 545, 1439].map(clockOf)).toEqual(["00:00", "09:05", "23:59"]);
});
