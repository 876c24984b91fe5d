// A host with time entries in memory, for tests and the gallery. It filters and deletes, and keeps
// no other rule.
import type { CommandResult, LogProgress, PageTimers, ReadOnlyReason } from "../../contract/common.ts";
import type { TimedTask, TimeRow, TimeSelection, TimeView, TimeZone } from "../../contract/generated/protocol.ts";
import type { TimePageChange } from "../../contract/time/timeChange.ts";
import type { LoadedTime, TimeContract, TimeSnapshot } from "../../contract/time/timePage.ts";
import { fakeProjectView, fakeToday } from "../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { sampleEntries, sampleTasks } from "./sampleTime.ts";

export interface FakeTimeOptions {
  locale?: string;
  strings?: Record<string, string>;
  kept?: unknown;
  readOnly?: ReadOnlyReason;
  reading?: LogProgress;
  entries?: TimeRow[];
  tasks?: TimedTask[];
  timers?: PageTimers;
  timeZone?: TimeZone;
  /** The answer to a change; undefined carries it out. */
  result?: (change: TimePageChange) => CommandResult | undefined;
  /** Delays the entries of these days until it resolves. */
  gate?: (selection: TimeSelection) => Promise<void> | undefined;
  /** Fails to load the page. */
  failure?: string;
}

export interface FakeTime {
  host: MemoryHost<TimeContract>;
  /** All requests in order, by name and body. */
  asked: [name: string, body: unknown][];
  /** The changes that the page asked for. */
  changes(): TimePageChange[];
  /** Shows other entries, as after a change by another program. */
  change(entries: TimeRow[]): void;
}

export function fakeTime(options: FakeTimeOptions = {}): FakeTime {
  const { locale = "en-GB", strings = {}, kept, readOnly = null, reading = null, tasks = sampleTasks, timers = null, timeZone = { offsetMinutes: 0, changes: [] }, failure } = options;
  let entries = options.entries ?? sampleEntries;
  const asked: FakeTime["asked"] = [];
  const note = (name: string, body: unknown): void => void asked.push([name, body]);
  const snapshot = (): TimeSnapshot => ({ project: fakeProjectView([], { total: 12 }), today: fakeToday, readOnly, timeZone });
  const done = (summary: string): CommandResult => ({ kind: "done", changed: true, created: [], summary, warnings: [] });
  const host = memoryHost<TimeContract>(
    {
      ready: () => {
        if (failure !== undefined) throw new Error(failure);
        return { ...snapshot(), reading, timers, strings, locale };
      },
      load: async (selection) => {
        note("load", selection);
        await options.gate?.(selection);
        return load(entries, tasks, selection);
      },
      change: (change) => {
        note("change", change);
        const result = options.result?.(change);
        if (result !== undefined) return result;
        if (change.kind === "delete") entries = entries.filter(({ id }) => id !== change.id);
        host.tell("changed", snapshot());
        return done(`Did ${change.kind}`);
      },
      execute: (command) => {
        note("execute", command);
        return done(`Did ${command.kind}`);
      },
      search: (text) => tasks.flatMap(({ id, title = "" }) => (`${id} ${title}`.toLowerCase().includes(text.toLowerCase()) ? [{ id, title, status: "in_progress" }] : [])),
      openPage: (page) => note("openPage", page),
      openTask: (id) => note("openTask", id),
      timer: (action) => note("timer", action),
      save: (request) => note("save", request),
    },
    kept,
  );
  return {
    host,
    asked,
    changes: () => asked.flatMap(([name, body]) => (name === "change" ? [body as TimePageChange] : [])),
    change: (next) => {
      entries = next;
      host.tell("changed", snapshot());
    },
  };
}

function load(entries: readonly TimeRow[], tasks: readonly TimedTask[], { from, to, task, actor }: TimeSelection): LoadedTime {
  const matches = ({ entry }: TimeRow): boolean => (task === undefined || entry.task === task) && (actor === undefined || entry.actor.name === actor);
  const inside = entries.filter(({ days }) => days.some(({ day }) => from <= day && day <= to));
  const shown = inside.filter(matches);
  const used = new Set(shown.map(({ entry }) => entry.task));
  const actors = new Map(inside.map(({ entry: { actor: who } }) => [who.name, { name: who.name, kind: who.kind }]));
  const view: TimeView = { entries: shown, tasks: tasks.filter(({ id }) => used.has(id)), actors: [...actors.values()] };
  const latest = entries.find(matches)?.days.at(-1)?.day ?? null;
  return { view, latestDay: shown.length === 0 ? latest : null };
}
