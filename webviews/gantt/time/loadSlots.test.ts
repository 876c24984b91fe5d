import { expect, it } from "vitest";
import type { GanttCalendar, GanttLoad } from "../../contract/generated/protocol.ts";
import { dayOf } from "../../shared/time/days.ts";
import { loadSlots } from "./loadSlots.ts";

const monday = dayOf("2026-11-23") ?? 0;
const week: GanttCalendar = { week: [0, 8, 8, 8, 8, 8, 0], exceptions: [{ day: monday + 1, hours: 4 }] };
const load: GanttLoad = {
  assignee: "maya",
  calendar: 0,
  limitPercent: 125,
  days: [
    { day: monday, hours: 10 },
    { day: monday + 1, hours: 5.5 },
    { day: monday + 5, hours: 1 },
    { day: monday + 7, hours: 4 },
  ],
};

it("loadSlots lists hours and capacity per day and marks overbooked days", () => {
  const slots = loadSlots(load, [week], 40, monday, monday + 14).map(({ first, hours, capacity, isOverbooked }) => [first - monday, hours, capacity, isOverbooked]);
  expect(slots).toEqual([
    [0, 10, 8, false],
    [1, 5.5, 4, true],
    [5, 1, 0, true],
    [7, 4, 8, false],
  ]);
});

it("loadSlots joins days to weeks at narrow scales", () => {
  const slots = loadSlots(load, [week], 10, monday, monday + 14).map(({ first, hours, capacity, isOverbooked }) => [first - monday, hours, capacity, isOverbooked]);
  expect(slots).toEqual([
    [0, 16.5, 36, true],
    [7, 4, 40, false],
  ]);
});
