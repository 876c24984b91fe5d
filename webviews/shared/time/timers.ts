// The timers that a page gets from the host.
import type { PageTimers, TimerMark } from "../../contract/common.ts";

/** The timers as the host measured them, with the time of this page at which they arrived. */
export type ReceivedTimers = { status: NonNullable<PageTimers>; receivedAt: number } | null;

export function receivedNow(status: PageTimers): ReceivedTimers {
  return status === null ? null : { status, receivedAt: Date.now() };
}

/** Returns the marks by the ID of their task. */
export function marksById(marks: readonly TimerMark[]): ReadonlyMap<string, TimerMark> {
  return new Map(marks.map((mark) => [mark.id, mark]));
}
