// Time entries and timers, in the files as another window has written them.
import type { ProjectFiles } from "../../harness/projectFiles.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Task, start as hour and minute, minutes, who worked. */
type Work = readonly [task: string, start: string, minutes: number, name: string];

/** The work of last week, by weekday from Monday. */
const lastWeek: readonly (readonly Work[])[] = [
  [
    ["t1.2.2", "9:00", 95, "Maya Ito"],
    ["t3.1", "11:00", 50, "Kenji"],
    ["t1.2.2", "12:00", 35, "codex"],
  ],
  [
    ["t3.1", "9:00", 120, "Kenji"],
    ["t2.1", "10:00", 75, "Maya Ito"],
    ["t2.1", "13:00", 40, "codex"],
  ],
  [
    ["t1.2.2", "9:00", 150, "Maya Ito"],
    ["t5", "14:00", 45, "Kenji"],
  ],
  [
    ["t2.1", "9:00", 80, "Maya Ito"],
    ["t1.2.2", "11:00", 65, "codex"],
  ],
  [["t3.1", "10:00", 110, "Kenji"]],
];

const agents = new Set(["codex"]);

/** Writes the entries of last week into the log; the days are those of UTC. */
export function writeTime(project: ProjectFiles, now = new Date()): void {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS - 7 * DAY_MS;
  writeWork(project, "office", lastWeek.flatMap((works, day) => works.map((work) => ({ work, midnight: monday + day * DAY_MS }))));
}

function writeWork(project: ProjectFiles, writer: string, works: readonly { work: Work; midnight: number }[]): void {
  const lines = new Map<string, string[]>();
  for (const [index, { work, midnight }] of works.entries()) {
    const [task, clock, minutes, name] = work;
    const [hour = 0, minute = 0] = clock.split(":").map(Number);
    const start = midnight + (hour * 60 + minute) * MINUTE_MS;
    const end = start + minutes * MINUTE_MS;
    const isAgent = agents.has(name);
    const actor = { kind: isAgent ? "agent" : "human", name };
    const entry = { task, start: timestamp(start), end: timestamp(end), seconds: minutes * 60, source: isAgent ? "agent" : "editor", actor };
    const change = { kind: "entry", id: `time-${index}`, from: null, to: entry };
    const path = `.handoff/activity/${entry.end.slice(0, 7)}/${writer}.jsonl`;
    lines.set(path, [...(lines.get(path) ?? []), JSON.stringify({ id: `${writer}-${index}`, at: entry.end, actor, task, change })]);
  }
  for (const [path, events] of lines) project.write(path, `${events.join("\n")}\n`);
}

/** Writes a timer that another window of the person has run for some time, and still does. */
export function writeRunningTimer(project: ProjectFiles, task: string, now: number, minutes: number): void {
  const timer = { state: "tracking", elapsed_ms: 0, started_at: timestamp(now - minutes * MINUTE_MS), paused_by_idle: false, base_hours: 0 };
  writeTimers(project, { [task]: timer }, now, now);
}

/** Writes a timer that waits for the person, who went away some time ago. */
export function writeWaitingTimer(project: ProjectFiles, task: string, now: number, minutes: number): void {
  const timer = { state: "paused", elapsed_ms: 0, started_at: null, paused_by_idle: true, base_hours: 0 };
  writeTimers(project, { [task]: timer }, 0, now - minutes * MINUTE_MS);
}

function writeTimers(project: ProjectFiles, timers: Record<string, unknown>, heartbeat: number, activeAt: number): void {
  if (project.exists(".handoff/timer")) project.remove(".handoff/timer");
  const updated_at = timestamp(activeAt);
  const authority = { version: 1, owner: "vscode", owner_instance: "window-office", heartbeat_at: timestamp(heartbeat), ttl_secs: 600, updated_at, active_at: updated_at };
  project.write(".handoff/timer/state.json", JSON.stringify({ version: 1, owner: "vscode", timers, updated_at }, null, 2));
  project.write(".handoff/timer/authority.json", JSON.stringify(authority, null, 2));
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
