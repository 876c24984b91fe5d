// What pages know of the timers, and what they may ask for.
import type { Actor, TimerAction, TimerStatus } from "../generated/protocol.ts";
import { isText, recordOf } from "../validate.ts";

/** The timers as they are now; null if they are not known. */
export type PageTimers = Pick<TimerStatus, "lead" | "timers" | "todaySeconds"> | null;

/** A running timer, for a mark at its task. */
export interface TimerMark {
  /** ID of the task. */
  id: string;
  /** The start of the measured time, in milliseconds since 1970-01-01 UTC. */
  since: number;
  /** The agent whose time it measures; absent if it is the person's. */
  agent?: Actor;
}

/** Reads what a person does with a timer on a page from a message; null if it is none. */
export function readTimerAction(value: unknown): TimerAction | null {
  const { kind, id, alone } = recordOf(value);
  if (!isText(id)) return null;
  switch (kind) {
    case "start":
      return { kind, id, alone: alone === true };
    case "pause":
    case "stop":
      return { kind, id };
    default:
      return null;
  }
}
