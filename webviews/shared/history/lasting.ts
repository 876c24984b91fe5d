// What lasted of the changes of a time span: of several changes of one value the way from the first to the last, and
// nothing of what was changed back. Pure.
import type { Change, Event } from "../../contract/generated/protocol.ts";

/** Returns what lasted, in the same order: a merged change is where its last one was. */
export function lastingEvents(events: readonly Event[]): Event[] {
  const isOldestFirst = (events[0]?.at ?? "") <= (events.at(-1)?.at ?? "");
  const left = new Map<string, Event>();
  for (const event of isOldestFirst ? events : events.toReversed()) {
    const key = `${event.task ?? ""} ${valueOf(event.change) ?? event.id}`;
    const before = left.get(key);
    // A merged change moves to the place of its last one.
    left.delete(key);
    const merged = before === undefined ? event : merge(before, event);
    if (merged !== null) left.set(key, merged);
  }
  const lasting = [...left.values()];
  return isOldestFirst ? lasting : lasting.toReversed();
}

/** Identifies the value that a change is about; null for one that stands for itself. */
function valueOf(change: Change): string | null {
  if (change.kind === "field") return `field ${change.field}`;
  if (change.kind === "criterion") return `criterion ${change.item}`;
  return change.kind === "moved" || change.kind === "time" ? change.kind : null;
}

/** Returns one event for two of the same value, at the time of the later one; null if they cancel each other. */
function merge(first: Event, last: Event): Event | null {
  const [from, to] = [first.change, last.change];
  if (from.kind === "field" && to.kind === "field") return JSON.stringify(from.from) === JSON.stringify(to.to) ? null : { ...last, change: { ...to, from: from.from } };
  if (from.kind === "moved" && to.kind === "moved") return from.from === to.to ? null : { ...last, change: { ...to, from: from.from } };
  if (from.kind === "time" && to.kind === "time") return from.hours + to.hours === 0 ? null : { ...last, change: { ...to, hours: from.hours + to.hours } };
  if (from.kind === "criterion" && to.kind === "criterion") return from.checked === to.checked ? last : null;
  return last;
}
