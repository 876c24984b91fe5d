// An assignee's load in slots of days or weeks, with the calendar's capacity. Pure.
import type { GanttCalendar, GanttLoad } from "../../contract/generated/protocol.ts";
import { hoursOn } from "./calendar.ts";
import { marksOf } from "../../shared/time/units.ts";
import { unitsFor } from "./scale.ts";

export interface Slot {
  first: number;
  after: number;
  hours: number;
  capacity: number;
  /** Hours relative to capacity; 1 is full. */
  share: number;
  /** True if one of its days exceeds the limit. */
  isOverbooked: boolean;
}

/** Returns the slots with work in a window, as wide as the time axis' small unit. */
export function loadSlots(load: GanttLoad, calendars: readonly GanttCalendar[], px: number, from: number, to: number): Slot[] {
  const calendar = calendars[load.calendar] ?? calendars[0];
  if (calendar === undefined) return [];
  const byDay = new Map(load.days.map(({ day, hours }) => [day, hours]));
  return marksOf(unitsFor(px).small, from, to).flatMap(({ first, after }) => {
    let [hours, capacity] = [0, 0];
    let isOverbooked = false;
    for (let day = first; day < after; day += 1) {
      const work = byDay.get(day) ?? 0;
      const room = hoursOn(calendar, day);
      hours += work;
      capacity += room;
      // Tolerance for rounded hours.
      if (work > (room * load.limitPercent) / 100 + 0.01) isOverbooked = true;
    }
    if (hours === 0) return [];
    return [{ first, after, hours, capacity, share: capacity === 0 ? 1.4 : hours / capacity, isOverbooked }];
  });
}
