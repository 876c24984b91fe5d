// Days of a story are working days, counted from the day on which it is played.
import { describe, expect, test } from "vitest";
import type { TimeZone } from "../../../../webviews/contract/generated/protocol.ts";
import { StoryTime } from "../../../src/demo/storyTime.ts";

const at = (text: string, timeZone: TimeZone = utc): StoryTime => new StoryTime(Date.parse(text), timeZone);

const utc: TimeZone = { offsetMinutes: 0, changes: [] };

describe("a placeholder", () => {
  // 2026-11-26 is a Thursday.
  test.each([
    ["2026-11-26T12:00:00Z", "{-1}", "2026-11-25"],
    ["2026-11-26T12:00:00Z", "{-4}", "2026-11-20"],
    ["2026-11-26T12:00:00Z", "{-130}", "2026-05-28"],
    ["2026-11-26T12:00:00Z", "{+0}", "2026-11-26"],
    ["2026-11-26T12:00:00Z", "{+2}", "2026-11-30"],
    ["2026-11-23T00:05:00Z", "{-1}", "2026-11-20"],
    ["2026-11-28T12:00:00Z", "{-1}", "2026-11-27"],
    ["2026-11-28T12:00:00Z", "{+0}", "2026-11-30"],
    ["2026-11-28T12:00:00Z", "{+1}", "2026-11-30"],
    ["2026-11-29T12:00:00Z", "{-5}", "2026-11-23"],
    ["2026-11-29T12:00:00Z", "{+6}", "2026-12-07"],
    ["2026-11-26T12:00:00Z", "{-1 09:30}", "2026-11-25T09:30:00.000Z"],
    ["2026-11-26T12:00:00Z", "due {+1}, seen {-1}", "due 2026-11-27, seen 2026-11-25"],
    ["2026-11-26T12:00:00Z", "{name} and {-x}", "{name} and {-x}"],
  ])("on %s, %s is %s", (now, text, filled) => {
    expect(at(now).fill(text)).toBe(filled);
  });

  test("counts from the local day and uses local times", () => {
    // In Tokyo it is Friday already.
    const tokyo = at("2026-11-26T20:00:00Z", { offsetMinutes: 540, changes: [] });
    expect(tokyo.fill("{-1} {-1 09:30}")).toBe("2026-11-26 2026-11-26T00:30:00.000Z");
  });

  test("uses the offset of each day", () => {
    const berlin = at("2026-10-28T12:00:00Z", { offsetMinutes: 120, changes: [{ at: Date.parse("2026-10-25T01:00:00Z"), offsetMinutes: 60 }] });
    expect(berlin.fill("{-1 09:30} {-3 09:30}")).toBe("2026-10-27T08:30:00.000Z 2026-10-23T07:30:00.000Z");
  });
});

test("a moment is a time of a working day, or minutes before now", () => {
  const time = at("2026-11-26T12:00:00Z");
  expect(new Date(time.moment("-4 17:15")).toISOString()).toBe("2026-11-20T17:15:00.000Z");
  expect(new Date(time.moment("now -12")).toISOString()).toBe("2026-11-26T11:48:00.000Z");
});
