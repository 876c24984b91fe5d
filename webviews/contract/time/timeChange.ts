// Changes of time entries that the page asks for. Who works is not part of them: the host knows it.
import type { Actor, TimeEntry } from "../generated/protocol.ts";
import { isNumber, isText, oneOf, recordOf } from "../validate.ts";

/** What a person enters about an entry. */
export type EnteredTime = Pick<TimeEntry, "task" | "start" | "end" | "seconds"> & { note: string };

/** `from` is the entry as last seen. */
export type TimePageChange =
  | { kind: "add"; entry: EnteredTime }
  | { kind: "edit"; id: string; from: TimeEntry; to: EnteredTime }
  | { kind: "split"; id: string; from: TimeEntry; seconds: number; task: string }
  | { kind: "delete"; id: string; from: TimeEntry };

const isSource = oneOf(["editor", "agent", "manual"] as const);
const isActorKind = oneOf(["human", "agent"] as const);

/** Returns whether a value can be a duration in seconds. */
function isSeconds(value: unknown): value is number {
  return isNumber(value) && Number.isSafeInteger(value) && value >= 0;
}

/** Reads what was entered from a message; null if it is invalid. The engine checks task and times. */
function readEnteredTime(value: unknown): EnteredTime | null {
  const { task, start, end, seconds, note } = recordOf(value);
  return isText(task) && isText(start) && isText(end) && isSeconds(seconds) && isText(note) ? { task, start, end, seconds, note } : null;
}

function readActor(value: unknown): Actor | null {
  const { kind, name, version, conversation } = recordOf(value);
  if (!isActorKind(kind) || !isText(name)) return null;
  return { kind, name, ...(isText(version) && { version }), ...(isText(conversation) && { conversation }) };
}

/** Reads a time entry from persisted state or from a message; null if it is none. */
export function readTimeEntry(value: unknown): TimeEntry | null {
  const { source, actor, note } = recordOf(value);
  const who = readActor(actor);
  const entered = readEnteredTime({ ...recordOf(value), note: note ?? "" });
  if (entered === null || who === null || !isSource(source)) return null;
  const { note: text, ...times } = entered;
  return { ...times, source, actor: who, ...(text !== "" && { note: text }) };
}

/** Reads a change from a message; null if it is none. */
export function readTimePageChange(value: unknown): TimePageChange | null {
  const { kind, id, entry, from, to, seconds, task } = recordOf(value);
  if (kind === "add") {
    const entered = readEnteredTime(entry);
    return entered === null ? null : { kind, entry: entered };
  }
  const seen = readTimeEntry(from);
  if (seen === null || !isText(id) || id === "") return null;
  switch (kind) {
    case "edit": {
      const entered = readEnteredTime(to);
      return entered === null ? null : { kind, id, from: seen, to: entered };
    }
    case "split":
      return isSeconds(seconds) && isText(task) ? { kind, id, from: seen, seconds, task } : null;
    case "delete":
      return { kind, id, from: seen };
    default:
      return null;
  }
}
