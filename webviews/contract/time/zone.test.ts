import { expect, it } from "vitest";
import table from "../../../tests/timeZones.json" with { type: "json" };
import type { TimeZone } from "../generated/protocol.ts";
import { clockOf, dayStart, localTime, parseClock, resolve } from "./zone.ts";

const zones: Record<string, TimeZone> = table.zones;
const exists: Record<string, string> = { unique: "once", first: "twice", second: "twice", skipped: "never" };

it.each(table.moments)("$instant in $zone is $local ($kind)", ({ zone: name, instant, local, kind }) => {
  const zone = zones[name] ?? { offsetMinutes: NaN, changes: [] };
  const time = Date.parse(instant);
  const shown = Date.parse(`${local}Z`) / 60_000;
  const day = Math.floor(shown / 1440);
  const minutes = shown - day * 1440;
  if (kind !== "skipped") expect(localTime(time, zone)).toEqual({ day, minutes });
  const taken = resolve({ day, minutes }, zone);
  expect(taken.exists).toBe(exists[kind]);
  if (kind === "second") expect(taken.time).toBeLessThan(time);
  else expect(taken.time).toBe(time);
});

it.each([
  ["Europe/Berlin", "2026-10-25", 25],
  ["Europe/Berlin", "2027-03-28", 23],
  ["Africa/Cairo", "2026-04-24", 23],
])("a day in %s, %s, has %d hours", (name, date, hours) => {
  const zone = zones[name] ?? { offsetMinutes: NaN, changes: [] };
  const day = Date.parse(date) / 86_400_000;
  expect((dayStart(day + 1, zone) - dayStart(day, zone)) / 3_600_000).toBe(hours);
});

it("only times of day are read", () => {
  expect(["00:00", "09:05", "23:59"].map(parseClock)).toEqual([0, 545, 1439]);
  expect(["24:00", "9:05", "09:60", "", "x"].map(parseClock)).toEqual([null, null, null, null, null]);
  expect([0, 545, 1439].map(clockOf)).toEqual(["00:00", "09:05", "23:59"]);
});
