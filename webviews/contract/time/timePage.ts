// Requests and events of the page with the time entries.
import type { CommandResult, LogEvents, LogProgress, PageRequests, PageTimers, Snapshot, Start, UndoEvents } from "../common.ts";
import type { TaskName, TimeFormat, TimerAction, TimeSelection, TimeView, TimeZone } from "../generated/protocol.ts";
import type { PageCommand } from "../pageCommands.ts";
import { isDay, isText, oneOf, recordOf } from "../validate.ts";
import type { TimePageChange } from "./timeChange.ts";

export interface TimeSnapshot extends Snapshot {
  /** The time zone of the host, in which days begin. */
  timeZone: TimeZone;
}

/** The entries of some days. */
export interface LoadedTime {
  view: TimeView;
  /** If there is no entry: the last day on which there is one at all; null if there is none. */
  latestDay: number | null;
}

export interface TimeContract {
  requests: PageRequests & {
    /** Sent once when the page is ready. */
    ready(): Start & TimeSnapshot & { reading: LogProgress; timers: PageTimers };
    load(selection: TimeSelection): LoadedTime;
    change(change: TimePageChange): CommandResult;
    /** Undo and redo. */
    execute(command: PageCommand): CommandResult;
    /** Returns tasks whose ID or title matches, best match first. */
    search(text: string): TaskName[];
    openTask(id: string): void;
    timer(action: TimerAction): void;
    /** Asks for a file name, then writes the file. */
    save(request: { selection: TimeSelection; format: TimeFormat }): void;
  };
  events: LogEvents & UndoEvents & {
    /** The project has changed; the page loads its entries again. */
    changed: TimeSnapshot;
    timers: PageTimers;
  };
}

const isFormat = oneOf(["csv", "json"] as const);

/** Reads a selection from a message; null if it has no days. */
export function readTimeSelection(value: unknown): TimeSelection | null {
  const { from, to, task, actor } = recordOf(value);
  if (!isDay(from) || !isDay(to)) return null;
  return { from, to, ...(isText(task) && { task }), ...(isText(actor) && { actor }) };
}

/** Reads a request for a file from a message; null if it is none. */
export function readTimeSave(value: unknown): { selection: TimeSelection; format: TimeFormat } | null {
  const { selection, format } = recordOf(value);
  const read = readTimeSelection(selection);
  return read !== null && isFormat(format) ? { selection: read, format } : null;
}

/** Reads what a person does with a timer from a message; null if it is none. */
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
