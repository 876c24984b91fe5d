// A week of time entries of the test project, and many made-up ones.
import type { Actor, TimedTask, TimeEntry, TimeRow, TimerStatus, TimeSource } from "../../contract/generated/protocol.ts";
import { fakeToday } from "../../shared/testing/fakeTasks.ts";
import { dayOf } from "../../shared/time/days.ts";
import type { EntryForm } from "../rules/entryForm.ts";

/** Tuesday, 24 November 2026. */
export const today = dayOf(fakeToday) ?? 0;

const maya: Actor = { kind: "human", name: "Maya Ito" };
const kenji: Actor = { kind: "human", name: "健二" };
const codex: Actor = { kind: "agent", name: "codex", version: "1.2", conversation: "c-7" };

export const sampleTasks: TimedTask[] = [
  { id: "t4", title: "Parse the tide feed", estimateHours: 12, actualHours: 7.5 },
  { id: "t5", title: "Draw the coast line of the whole bay, with all its islands and sandbanks", estimateHours: 8, actualHours: 2 },
  { id: "t72", title: "Check the depths" },
  { id: "t99" },
];

let count = 0;

/** Returns an entry on a day from today on; times are in UTC. Without an end, only the duration is known. */
export function sampleEntry(days: number, start: string, end: string | null, task: string, more: Partial<TimeEntry> & { minutes?: number } = {}): TimeRow {
  count += 1;
  const date = new Date((today + days) * 86_400_000).toISOString().slice(0, 10);
  const { minutes, ...fields } = more;
  const at = (time: string): number => Date.parse(`${date}T${time}:00Z`);
  const seconds = minutes === undefined ? (at(end ?? start) - at(start)) / 1000 : minutes * 60;
  const agent = fields.actor?.kind === "agent";
  const source: TimeSource = agent ? "agent" : "editor";
  const entry: TimeEntry = { task, start: `${date}T${start}:00+00:00`, end: `${date}T${end ?? start}:00+00:00`, seconds, source, actor: maya, ...fields };
  return { id: `time-${count}`, entry, days: [{ day: today + days, seconds }] };
}

export const sampleEntries: TimeRow[] = [
  sampleEntry(0, "09:05", "10:20", "t4", { note: "Gaps at midnight" }),
  sampleEntry(0, "08:30", "09:00", "t5", { actor: codex }),
  sampleEntry(0, "08:00", "09:00", "t4", { minutes: 50, actor: codex, note: "Parser and its tests" }),
  sampleEntry(-1, "13:00", null, "t72", { minutes: 90, source: "manual", actor: kenji, note: "On the boat" }),
  sampleEntry(-1, "09:00", "12:15", "t4"),
  sampleEntry(-1, "08:15", "08:50", "t99"),
];

/** The form of an entry with breaks. */
export const sampleForm: EntryForm = {
  mode: "edit",
  id: "time-3",
  from: sampleEntry(0, "08:00", "09:00", "t4", { minutes: 50, actor: codex }).entry,
  fields: { task: "t4", taskText: "t4 Parse the tide feed", day: fakeToday, start: "08:00", duration: "0:50", span: 3600, note: "Parser and its tests" },
};

/** Many entries over the days of a month, of 40 tasks, the newest first. */
export function manyEntries(total: number): { entries: TimeRow[]; tasks: TimedTask[] } {
  const tasks = Array.from({ length: Math.min(40, total) }, (_, at): TimedTask => ({ id: `t${at + 1}`, title: `Survey the coast line, part ${at + 1}` }));
  const entries = Array.from({ length: total }, (_, at) => {
    const days = -Math.floor((at * 7) / total) + 5;
    const minute = (at * 7) % 50;
    const hour = String(8 + (at % 9)).padStart(2, "0");
    return sampleEntry(days, `${hour}:${String(minute).padStart(2, "0")}`, null, `t${(at % 40) + 1}`, { minutes: 5 + (at % 55), actor: at % 3 === 0 ? codex : maya, ...(at % 5 === 0 && { note: "Measured again" }) });
  });
  return { entries, tasks };
}

export const sampleTimers: Pick<TimerStatus, "lead" | "timers" | "todaySeconds"> = {
  lead: { kind: "own" },
  timers: [
    { id: "t4", title: "Parse the tide feed", running: true, idle: false, elapsedMs: 3_725_000, todaySeconds: 8220, actualHours: 7.5, estimateHours: 12, agent: codex },
    { id: "t72", title: "Check the depths", running: false, idle: true, elapsedMs: 600_000, todaySeconds: 600, actualHours: 0 },
  ],
  todaySeconds: 8820,
};
