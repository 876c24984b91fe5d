// Two months of work on the example, as other programs have written it: stamps and dates of its
// tasks, a finished branch of the tree, the activity log, claims, and a running timer. All times are
// relative to now.
import { extensionId } from "../../harness/extensionId.ts";
import type { ProjectFiles } from "../../harness/projectFiles.ts";
import { until } from "../../harness/until.ts";
import type { Vscode } from "../../harness/vscode.ts";

const folder = ".handoff";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The day on which the dates of the example are. */
const EXAMPLE_DAY = Date.parse("2026-11-24T00:00:00Z");
/** Days between the first event of the log and now. */
const LENGTH = 56;

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);

interface Actor {
  kind: "human" | "agent";
  name: string;
  conversation?: string;
}

const maya: Actor = { kind: "human", name: "Maya Ito" };
const kenji: Actor = { kind: "human", name: "健二" };
const codex: Actor = { kind: "agent", name: "codex", conversation: "c-41" };
const actors: Readonly<Record<string, Actor>> = { maya, kenji, ai: codex };

/** The finished branch: title, assignee, estimated hours, actual hours. */
const finished: readonly [title: string, assignee: "maya" | "kenji" | "ai", estimate: number, actual: number][] = [
  ["Choose the map library", "maya", 6, 7],
  ["Draw the coast line", "kenji", 10, 13],
  ["Read station positions", "ai", 4, 3],
  ["潮位の単位を決める", "kenji", 3, 3.5],
  ["Cache map tiles", "maya", 8, 9],
  ["Store settings", "ai", 3, 2],
  ["Show the water level at a pier", "maya", 6, 8],
  ["Convert local time to UTC", "ai", 2, 2.5],
  ["Load the tide table of a year", "kenji", 5, 6],
  ["Search for a harbour", "maya", 5, 4.5],
  ["Check the licence of the coast line data", "kenji", 2, 3],
  ["Render labels in Japanese", "ai", 4, 5],
  ["Interpolate between two readings", "ai", 6, 5],
  ["Mark stations without data", "maya", 3, 3],
  ["Choose a colour ramp", "kenji", 3, 4],
  ["Start without a network", "maya", 9, 12],
  ["Import the station list", "ai", 3, 2.5],
  ["Write the first migration", "ai", 4, 4],
  ["Measure the first paint", "kenji", 4, 5],
  ["Print a week of tides", "maya", 6, 6.5],
  ["Warn of a low battery", "ai", 2, 2],
  ["Set up the beta channel", "kenji", 5, 6],
  ["Translate the settings", "kenji", 3, 2.5],
  ["Remember the last harbour", "ai", 2, 1.5],
];

/** Open tasks that belong to the next milestone. */
const alpha = new Set(["t1.2.2", "t1.2.3", "t2.1", "t3.1", "t6"]);

/** What others have done in the last hours: hours ago, who, task, change. */
const recent: readonly [hours: number, actor: Actor, task: string, change: object][] = [
  [5.2, kenji, "t3.1", { kind: "criterion", item: "Thresholds per station", checked: true }],
  [4.4, codex, "t1.3.1", { kind: "field", field: "status", from: "in_progress", to: "review" }],
  [3.1, kenji, "t2.3", { kind: "field", field: "status", from: "in_progress", to: "blocked" }],
  [2.6, maya, "t5", { kind: "field", field: "assignee", from: null, to: "maya" }],
  [1.4, codex, "t1.2.2", { kind: "time", hours: 1.5 }],
];

/** Fields of a task's file that the past changes. */
interface TaskRecord {
  id: string;
  title: string;
  assignee?: string;
  dependencies?: string[];
  labels?: string[];
  schedule?: { start_date?: string; due_date?: string; estimate_hours?: number; actual_hours?: number; remaining_hours?: number; milestone?: string };
  created_at?: string;
  updated_at?: string;
  completed_at?: string;
}

/** Collects the lines of the log, by month. */
class Log {
  readonly #lines: { at: number; text: string }[] = [];

  add(at: number, actor: Actor, task: string, change: object): void {
    const event = { id: `past-${this.#lines.length}`, at: new Date(at).toISOString(), actor, task, change };
    this.#lines.push({ at, text: JSON.stringify(event) });
  }

  write(project: ProjectFiles): void {
    const months = new Map<string, string[]>();
    for (const { at, text } of this.#lines.toSorted((a, b) => a.at - b.at)) {
      const month = new Date(at).toISOString().slice(0, 7);
      months.set(month, [...(months.get(month) ?? []), text]);
    }
    for (const [month, lines] of months) project.write(`${folder}/activity/${month}/past.jsonl`, `${lines.join("\n")}\n`);
  }
}

/** Writes the past into the files of the example, before the project is read. */
export function writePast(project: ProjectFiles, now = Date.now()): void {
  const log = new Log();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  moveDates(project, today);
  writeFinished(project, log, today);
  const paths = project.filesBelow(`${folder}/tasks`).filter((path) => /_task\.[a-z_]+\.json$/u.test(path) && !path.includes("t8-"));
  for (const [index, path] of paths.toSorted().entries()) rewrite(project, path, index / paths.length, { log, today });
  for (const [hours, actor, task, change] of recent) log.add(now - hours * HOUR_MS, actor, task, change);
  log.write(project);
  writeClaims(project, now);
  writeTimer(project, now);
}

/** Moves the dates of the configuration to the present. */
function moveDates(project: ProjectFiles, today: number): void {
  const file = `${folder}/config.toml`;
  const after = (days: number): string => day(today + days * DAY_MS);
  const text = project.read(file).replace("2026-12-05", after(11)).replace("2027-01-05", after(42)).replace('started_at = "2026-11-11"', `started_at = "${after(-LENGTH)}"`);
  project.write(file, text);
}

/** Writes a branch of finished tasks, which were done on one working day after another. */
function writeFinished(project: ProjectFiles, log: Log, today: number): void {
  const parent = `${folder}/tasks/t8-first-preview`;
  const begin = today - LENGTH * DAY_MS + 9 * HOUR_MS;
  log.add(begin, maya, "t8", { kind: "created", title: "First preview", state: { status: "todo" } });
  const end = today - 2 * DAY_MS;
  project.write(`${parent}/_task.done.json`, jsonText({ id: "t8", title: "First preview", created_at: iso(begin), updated_at: iso(end), completed_at: iso(end), assignee: "maya" }));
  log.add(end, maya, "t8", { kind: "field", field: "status", from: "todo", to: "done" });
  const days = workingDays(today, LENGTH - 6);
  for (const [index, [title, assignee, estimate, actual]] of finished.entries()) {
    const id = `t8.${index + 1}`;
    const actor = actors[assignee] ?? maya;
    const milestone = index % 3 === 0 ? undefined : "alpha";
    const created = begin + (index % 4) * HOUR_MS + Math.max(0, index - 8) * DAY_MS;
    const done = (days[Math.floor((index * days.length) / finished.length)] ?? today) + (13 + (index % 4)) * HOUR_MS;
    const started = Math.max(created + HOUR_MS, done - (1 + (index % 4)) * DAY_MS);
    const state = { status: "todo", parent: "t8", assignee, estimateHours: estimate, ...(milestone !== undefined && { milestone }) };
    log.add(created, maya, id, { kind: "created", title, state });
    log.add(started, actor, id, { kind: "field", field: "status", from: "todo", to: "in_progress" });
    log.add(done, actor, id, { kind: "field", field: "actualHours", from: null, to: actual });
    log.add(done + 1, actor, id, { kind: "field", field: "status", from: "in_progress", to: "done" });
    project.write(
      `${parent}/${id}-${index + 1}/_task.done.json`,
      jsonText({ id, title, assignee, created_at: iso(created), updated_at: iso(done), completed_at: iso(done), schedule: { start_date: day(started), due_date: day(done + ((index % 3) - 1) * DAY_MS), estimate_hours: estimate, actual_hours: actual, ...(milestone !== undefined && { milestone }) } }),
    );
  }
}

/** Gives a task of the example a past that ends in what its file says. `place` is its place in the tree, 0 to 1. */
function rewrite(project: ProjectFiles, path: string, place: number, { log, today }: { log: Log; today: number }): void {
  const task = JSON.parse(project.read(path)) as TaskRecord;
  const status = /_task\.([a-z_]+)\.json$/u.exec(path)?.[1] ?? "todo";
  const actor = actors[task.assignee ?? ""] ?? maya;
  const created = today - Math.round((1 - place * 0.8) * (LENGTH - 1)) * DAY_MS + 10 * HOUR_MS;
  const days = workingDays(today, LENGTH);
  const isDone = status === "done" || status === "skipped";
  const done = Math.max(created + DAY_MS, (days[Math.floor(place * (days.length - 2))] ?? today) + 15 * HOUR_MS);
  const started = isDone ? Math.max(created + HOUR_MS, done - 2 * DAY_MS) : today - Math.round(2 + place * 5) * DAY_MS + 9 * HOUR_MS;
  const schedule = { ...task.schedule };
  for (const key of ["start_date", "due_date"] as const) {
    const date = schedule[key];
    if (date !== undefined) schedule[key] = day(Date.parse(date) - EXAMPLE_DAY + today);
  }
  if (alpha.has(task.id)) schedule.milestone = "alpha";
  const { estimate_hours: estimateHours, actual_hours: actualHours, remaining_hours: remainingHours, milestone } = schedule;
  const state = { status: "todo", assignee: task.assignee, labels: task.labels, estimateHours, remainingHours, milestone, parent: parentOf(path) };
  log.add(created, maya, task.id, { kind: "created", title: task.title, state });
  const last = isDone ? done : started;
  if (actualHours !== undefined) log.add(last - 1, actor, task.id, { kind: "field", field: "actualHours", from: null, to: actualHours });
  const known = recent.find(([, , id, change]) => id === task.id && "to" in change && change.to === status);
  const begun = status === "todo" ? [] : status === "in_progress" || known !== undefined ? ["in_progress"] : ["in_progress", status];
  let from = "todo";
  for (const [step, to] of begun.entries()) {
    log.add(step === 0 ? started : isDone ? done : started + 26 * HOUR_MS, actor, task.id, { kind: "field", field: "status", from, to });
    from = to;
  }
  const { completed_at: _, ...rest } = task;
  const waits = { t6: ["t2.1"], "t2.3": ["t2.1"] }[task.id];
  const changed = { ...rest, schedule, created_at: iso(created), updated_at: iso(Math.max(created, last)), ...(isDone && { completed_at: iso(done) }), ...(waits !== undefined && { dependencies: waits }), ...(task.id === "t5" && { assignee: "maya" }) };
  project.write(path, jsonText(changed));
}

/** Returns the ID of the parent of a task by the path of its file. */
function parentOf(path: string): string | undefined {
  const parent = path.split("/").at(-3) ?? "";
  return /^(?:t\d+(?:\.\d+)*|feat-login)/u.exec(parent)?.[0];
}

/** Writes who works on what right now. */
function writeClaims(project: ProjectFiles, now: number): void {
  const claims: readonly [task: string, actor: Actor, minutes: number][] = [
    ["t1.2.2", codex, 94],
    ["t2.1", maya, 38],
  ];
  for (const [task, actor, minutes] of claims) {
    project.write(`${folder}/local/claims/${task}.json`, jsonText({ version: 1, task, actor, since: iso(now - minutes * MINUTE_MS), heard_at: iso(now) }));
  }
}

/** Lets a timer run that a window of Handoff has started. */
function writeTimer(project: ProjectFiles, now: number): void {
  const timers = { "t3.1": { state: "tracking", elapsed_ms: 90_000, started_at: iso(now - 52 * MINUTE_MS), paused_by_idle: false, base_hours: 0 } };
  project.write(`${folder}/timer/state.json`, jsonText({ version: 1, owner: "vscode", timers, updated_at: iso(now) }));
  project.write(`${folder}/timer/authority.json`, jsonText({ version: 1, owner: "vscode", owner_instance: "past", heartbeat_at: iso(now), ttl_secs: 600, updated_at: iso(now) }));
  for (const name of project.filesBelow(`${folder}/timer/requests`)) project.remove(name);
}

/**
 * Moves the end of the user's last visit of the dashboard to some hours ago, and reloads the window.
 * The visit is in VSCode's storage, which the browser keeps.
 */
export async function moveLastVisit(vscode: Vscode, hours: number): Promise<void> {
  const seen = Date.now() - hours * HOUR_MS;
  // A page that is open would note that it is seen.
  await vscode.runCommand("View: Close All Editors");
  await until("the visit to be moved", async () => {
    const visits = await vscode.page.evaluate(rewriteVisits, { item: extensionId, seen });
    if (visits.length === 0) return false;
    await vscode.reload();
    const kept = await vscode.page.evaluate(rewriteVisits, { item: extensionId, seen: null });
    return kept.length > 0 && kept.every((visit) => visit === seen);
  });
  await vscode.runCommand("Handoff: Open Dashboard");
}

/** Runs in the browser. Returns the times of the visits that VSCode stores in an item, and replaces them unless `seen` is null. */
async function rewriteVisits({ item, seen }: { item: string; seen: number | null }): Promise<unknown[]> {
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error("The request failed.")));
    });
  const visits: unknown[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (name?.startsWith("vscode-web-state-db") !== true) continue;
    const database = await answer(indexedDB.open(name));
    const store = database.transaction("ItemTable", "readwrite").objectStore("ItemTable");
    const value: unknown = await answer(store.get(item));
    if (typeof value === "string" && value.includes("handoff.dashboardVisit")) {
      const stored = JSON.parse(value) as Record<string, { since?: unknown; seen?: unknown }>;
      const keys = Object.keys(stored).filter((key) => key.startsWith("handoff.dashboardVisit"));
      visits.push(...keys.map((key) => stored[key]?.seen));
      if (seen !== null) {
        for (const key of keys) stored[key] = { since: null, seen };
        await answer(store.put(JSON.stringify(stored), item));
      }
    }
    database.close();
  }
  return visits;
}

/** Returns the working days of the last days, as times of their beginnings. */
function workingDays(today: number, length: number): number[] {
  const all = Array.from({ length }, (_, day) => today - (length - day) * DAY_MS);
  return all.filter((day) => new Date(day).getUTCDay() % 6 !== 0);
}

const iso = (at: number): string => new Date(at).toISOString();
const day = (at: number): string => iso(at).slice(0, 10);
