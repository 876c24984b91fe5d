// The time zone of this machine, from the rules of the system.

import type { TimeZone } from "../../../webviews/contract/generated/protocol.ts";
import { offsetAt } from "../../../webviews/contract/time/zone.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Nothing that Handoff measures is older. */
const FIRST_MS = Date.UTC(2000, 0, 1);
/** How long after now the rules are known: longer than a window is open. */
const AHEAD_MS = 2 * 366 * DAY_MS;
/** The distance of the samples between which changes are searched: no zone has kept an offset for a shorter time since 2000. */
const STEP_MS = 5 * DAY_MS;

/** Returns the minutes to add to UTC for this machine's local time. */
const systemOffset = (time: number): number => -Math.round(new Date(time).getTimezoneOffset());

let known: TimeZone | undefined;

/** Returns the time zone of this machine. It is read once, and again if the system has another one. */
export function systemTimeZone(now: number): TimeZone {
  // Two zones with the same offset now usually differ half a year ago.
  const isCurrent = (zone: TimeZone): boolean => [now, now - 183 * DAY_MS].every((time) => offsetAt(time, zone) === systemOffset(time));
  if (known === undefined || !isCurrent(known)) known = readTimeZone(now, systemOffset);
  return known;
}

/** Finds the changes of the offset. */
export function readTimeZone(now: number, offset: (time: number) => number): TimeZone {
  const zone: TimeZone = { offsetMinutes: offset(FIRST_MS), changes: [] };
  let [time, current] = [FIRST_MS, zone.offsetMinutes];
  while (time < now + AHEAD_MS) {
    const next = time + STEP_MS;
    if (offset(next) === current) {
      time = next;
      continue;
    }
    time = firstChange(time, next, (middle) => offset(middle) !== current);
    current = offset(time);
    zone.changes.push({ at: time, offsetMinutes: current });
  }
  return zone;
}

/** Returns the first full minute between two times from which on the offset is another one. */
function firstChange(before: number, after: number, isChanged: (time: number) => boolean): number {
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / (2 * MINUTE_MS)) * MINUTE_MS;
    if (isChanged(middle)) after = middle;
    else before = middle;
  }
  return after;
}
