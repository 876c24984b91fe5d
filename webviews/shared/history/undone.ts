// Changes that were taken back soon by who made them: both events say nothing of the task. Pure.
import type { Change, Event } from "../../contract/generated/protocol.ts";

/** A value that was there for longer is a part of the history. */
const SOON_MS = 15 * 60_000;

/** Returns the events without those pairs. Both lists have the newest event first. */
export function withoutUndone(events: readonly Event[]): Event[] {
  const left: Event[] = [];
  for (const event of events.toReversed()) {
    const undone = findUndone(left, event);
    if (undone === -1) left.push(event);
    else left.splice(undone, 1);
  }
  return left.toReversed();
}

/** Returns the index of the event that this one takes back: one of the latest command; -1 if there is none. */
function findUndone(before: readonly Event[], event: Event): number {
  const { at, actor } = before.at(-1) ?? {};
  if (at === undefined || event.observed === true || Date.parse(event.at) - Date.parse(at) > SOON_MS) return -1;
  if (JSON.stringify(actor) !== JSON.stringify(event.actor)) return -1;
  const inverse = JSON.stringify(inverseOf(event.change));
  return before.findLastIndex((other) => other.at === at && other.observed !== true && JSON.stringify(other.change) === inverse);
}

function inverseOf(change: Change): Change | null {
  if (change.kind === "field") return { ...change, from: change.to, to: change.from };
  if (change.kind === "moved") return { ...change, from: change.to, to: change.from };
  if (change.kind === "criterion") return { ...change, checked: !change.checked };
  return change.kind === "time" ? { ...change, hours: -change.hours } : null;
}
