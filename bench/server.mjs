// Measures `handoff mcp` over standard input and output, and `handoff task get` as a new process, on a copy of a generated project.
// Prints one JSON object: the median of each time from the request to its answer, in milliseconds.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "./mcp.mjs";

const command = process.env.HANDOFF ?? fileURLToPath(new URL("../target/command/handoff", import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 9);

/** Starts the server of a folder. A call fails if its tool does. */
function serve(folder) {
  const server = connect(command, ["--project", folder, "--tools", "all"]);
  const call = async (name, args) => {
    const result = await server.call(name, args);
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
    return result;
  };
  return { ...server, call };
}

const samples = {};
async function timed(name, work) {
  const start = performance.now();
  await work();
  (samples[name] ??= []).push(performance.now() - start);
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

const scratch = mkdtempSync(join(tmpdir(), "handoff-bench-"));
try {
  cpSync(process.argv[2], scratch, { recursive: true });
  const leaf = leafOf(scratch);
  const id = /^t?\d+(?:\.\d+)*/.exec(leaf)?.[0] ?? leaf;
  for (let round = 0; round < rounds; round += 1) {
    let server;
    await timed("start to initialised", async () => {
      server = serve(scratch);
      await server.greet();
    });
    await timed("load_context, first", () => server.call("handoff_load_context"));
    for (let again = 0; again < 3; again += 1) {
      await timed("load_context, again", () => server.call("handoff_load_context"));
      await timed("list_tasks", () => server.call("handoff_list_tasks"));
      await timed("get_task", () => server.call("handoff_get_task", { task_id: id }));
      await timed("update_task", () => server.call("handoff_update_task", { task: { id, notes: `Round ${round}.${again}` } }));
      await timed("metrics", () => server.call("handoff_get_metrics"));
      await timed("auto_schedule, dry run", () => server.call("handoff_auto_schedule", { dry_run: true }));
    }
    await server.end();
    await timed("task get, cold", async () => {
      const { status, stderr } = spawnSync(command, ["task", "get", id, "--project", scratch], { encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
    });
  }
} finally {
  rmSync(scratch, { recursive: true });
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
console.log(JSON.stringify(Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, median(list)]))));
