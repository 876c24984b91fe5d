// The time zone is read from the system's offsets.
import { expect, test } from "vitest";
import table from "../../../tests/timeZones.json" with { type: "json" };
import type { TimeZone } from "../../../webviews/contract/generated/protocol.ts";
import { offsetAt } from "../../../webviews/contract/time/zone.ts";
import { readTimeZone, systemTimeZone } from "../../src/support/timeZone.ts";

const zones: Record<string, TimeZone> = table.zones;
const now = Date.parse("2026-11-28T12:00:00Z");

// The other POSIX zone keeps an offset for two hours, which no zone of a person does.
test.each(Object.keys(zones).filter((name) => !name.includes("J1/")))("the changes of %s are found", (name) => {
  const zone = zones[name] ?? { offsetMinutes: NaN, changes: [] };
  expect(readTimeZone(now, (time) => offsetAt(time, zone))).toEqual(zone);
});

test("the system's zone is read once", () => {
  const zone = systemTimeZone(now);
  expect(offsetAt(now, zone)).toBe(-new Date(now).getTimezoneOffset());
  expect(systemTimeZone(now + 1000)).toBe(zone);
});
