// Measures calls of a server, alone and while a second server changes another task of the same project every few milliseconds:
// node bench/beside.mjs FOLDER. Prints one JSON object: medians and 99th percentiles, in milliseconds.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serve } from "./mcp.mjs";

const command = process.env.HANDOFF ?? fileURLToPath(new URL("../target/command/handoff", import.meta.url));
const calls = Number(process.env.CALLS ?? 300);
// A busy agent: much faster than a model calls tools.
const otherPauseMs = 20;

const scratch = mkdtempSync(join(tmpdir(), "handoff-beside-"));

/** Starts a server, and adds a task that only this server changes. Returns how to read and to change that task. */
async function startServer(name) {
  const server = serve(command, scratch, { ...process.env, XDG_STATE_HOME: join(scratch, "state") });
  await server.greet(name);
  const created = await server.call("handoff_update_task", { task: { title: `Task of ${name}` } });
  const id = /^Created task (\S+):/u.exec(created.content[0].text)?.[1];
  if (id === undefined) throw new Error(`No ID in: ${created.content[0].text}`);
  let changes = 0;
  return {
    read: () => server.call("handoff_get_task", { task_id: id }),
    change: () => server.call("handoff_update_task", { task: { id, notes: `Change ${(changes += 1)}` } }),
    end: server.end,
  };
}

async function timesOf(work) {
  const times = [];
  for (let number = 0; number < calls; number += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

const figures = {};
async function measure(server, when) {
  for (const [name, work] of [
    ["get_task", server.read],
    ["update_task", server.change],
  ]) {
    const times = await timesOf(work);
    figures[`${name}, ${when}, median`] = times[calls >> 1];
    figures[`${name}, ${when}, 99th percentile`] = times[Math.floor(calls * 0.99)];
  }
}

/** Changes the task of a server again and again until the returned function is called. */
function keepChanging(server) {
  let ended = false;
  const changing = (async () => {
    while (!ended) {
      await server.change();
      await pause(otherPauseMs);
    }
  })();
  return async () => {
    ended = true;
    await changing;
  };
}

try {
  cpSync(process.argv[2], scratch, { recursive: true });
  const measured = await startServer("measured");
  await measure(measured, "alone");
  const other = await startServer("other");
  const stop = keepChanging(other);
  await measure(measured, "beside another server");
  await stop();
  await Promise.all([measured.end(), other.end()]);
} finally {
  rmSync(scratch, { recursive: true });
}
console.log(JSON.stringify(figures));
