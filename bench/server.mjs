// Measures `handoff mcp` over standard input and output, and `handoff task` as a new process, on a copy of a generated project, and
// writes also beside a long activity log.
// Prints one JSON object: the median of each time from the request to its answer, in milliseconds.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./mcp.mjs";

const command = process.env.HANDOFF ?? fileURLToPath(new URL("../target/command/handoff", import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 9);
const logLines = 300_000;

const samples = {};
const peaks = [];
async function timed(name, work) {
  const start = performance.now();
  await work();
  (samples[name] ??= []).push(performance.now() - start);
}

/** Returns the maximum of the memory that a process has used, in MB; 0 where the system does not tell. */
function peakOf(pid) {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status) ? /VmHWM:\s*(\d+)/u.exec(readFileSync(status, "utf8"))?.[1] : undefined;
  return Number(kilobytes ?? 0) / 1000;
}

/** Returns a task without subtasks. */
function leafOf(folder) {
  let here = join(folder, ".handoff/tasks");
  for (;;) {
    const below = readdirSync(here, { withFileTypes: true }).find((entry) => entry.isDirectory());
    if (!below) return here.split("/").at(-1);
    here = join(here, below.name);
  }
}

/** Runs a command as a new process. */
function run(...args) {
  const { status, stderr } = spawnSync(command, [...args, "--project", scratch], { encoding: "utf8", env });
  if (status !== 0) throw new Error(stderr);
}

/** Adds lines to the log of this user for this month. */
function lengthenLog(folder) {
  const now = new Date().toISOString();
  const writer = readFileSync(join(state, "handoff/writer"), "utf8").trim();
  const event = (number) => ({
    id: `e-${number}`,
    at: now,
    actor: { kind: "agent", name: "bench", version: "1", conversation: "c-0123456789abcdef" },
    task: `t${number % 1000}`,
    change: { kind: "field", field: "status", from: "todo", to: "in_progress" },
  });
  const lines = Array.from({ length: logLines }, (_, number) => `${JSON.stringify(event(number))}\n`);
  appendFileSync(join(folder, ".handoff/activity", now.slice(0, 7), `${writer}.jsonl`), lines.join(""));
}

const scratch = mkdtempSync(join(tmpdir(), "handoff-bench-"));
const state = join(scratch, "state");
const env = { ...process.env, XDG_STATE_HOME: state };
try {
  cpSync(process.argv[2], scratch, { recursive: true });
  const leaf = leafOf(scratch);
  const id = /^t?\d+(?:\.\d+)*/.exec(leaf)?.[0] ?? leaf;
  for (let round = 0; round < rounds; round += 1) {
    let server;
    await timed("start to initialised", async () => {
      server = serve(command, scratch, env);
      await server.greet();
    });
    await timed("load_context, first", () => server.call("handoff_load_context"));
    for (let again = 0; again < 3; again += 1) {
      await timed("load_context, again", () => server.call("handoff_load_context"));
      await timed("list_tasks", () => server.call("handoff_list_tasks"));
      await timed("get_task", () => server.call("handoff_get_task", { task_id: id }));
      await timed("update_task", () => server.call("handoff_update_task", { task: { id, notes: `Round ${round}.${again}` } }));
      await timed("create_task", () => server.call("handoff_update_task", { task: { title: `Round ${round}.${again}` } }));
      await timed("next_task", () => server.call("handoff_next_task"));
      await timed("metrics", () => server.call("handoff_get_metrics"));
      await timed("auto_schedule, dry run", () => server.call("handoff_auto_schedule", { dry_run: true }));
    }
    peaks.push(peakOf(server.pid));
    await server.end();
    await timed("task get, cold", () => run("task", "get", id));
    await timed("task update, cold", () => run("task", "update", id, "--priority", round % 2 === 0 ? "high" : "low"));
    await timed("task create, cold", () => run("task", "create", `Round ${round}`));
  }
  // Once: a second time nothing would change.
  const planner = serve(command, scratch, env);
  await planner.greet();
  await planner.call("handoff_get_task", { task_id: id });
  await timed("auto_schedule, applied once", () => planner.call("handoff_auto_schedule"));
  peaks.push(peakOf(planner.pid));
  await planner.end();
  lengthenLog(scratch);
  const beside = `beside ${logLines.toLocaleString("en")} log lines`;
  for (let round = 0; round < rounds; round += 1) {
    await timed(`task update, cold, ${beside}`, () => run("task", "update", id, "--priority", round % 2 === 0 ? "high" : "low"));
    const server = serve(command, scratch, env);
    await server.greet();
    // The second call waits until the folders are watched.
    for (let again = 0; again < 2; again += 1) await server.call("handoff_get_task", { task_id: id });
    for (let again = 0; again < 3; again += 1) {
      const task = { id, notes: `Beside the log ${round}.${again}` };
      await timed(`update_task, ${beside}`, () => server.call("handoff_update_task", { task }));
    }
    await server.end();
  }
} finally {
  rmSync(scratch, { recursive: true });
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const figures = Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, median(list)]));
console.log(JSON.stringify({ ...figures, "server, peak MB": Math.max(...peaks) }));
