// Measures calls of `handoff mcp` and of `handoff-mcp` in turn, each on its own copy of a generated project: node bench/peer.mjs FOLDER.
// `PEER` is the program of the latter. `BEFORE` may be another `handoff`, to compare with. Prints one JSON object: of each call and server, the median of
// the quietest round, in milliseconds, and the ratios.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect, refusing, serve } from "./mcp.mjs";

const command = process.env.HANDOFF ?? fileURLToPath(new URL("../target/command/handoff", import.meta.url));
const { BEFORE: before, PEER: peer } = process.env;
const rounds = Number(process.env.ROUNDS ?? 7);
const calls = Number(process.env.CALLS ?? 30);
if (peer === undefined) throw new Error("Set PEER to the program of handoff-mcp.");

const scratch = mkdtempSync(join(tmpdir(), "handoff-peer-"));
const env = { ...process.env, HOME: join(scratch, "home"), XDG_STATE_HOME: join(scratch, "state") };

/** Starts a server on a copy of the project. */
async function start(name, launch) {
  const folder = join(scratch, name);
  cpSync(process.argv[2], folder, { recursive: true });
  const server = launch(folder);
  await server.greet();
  // The second call waits until the folders are watched.
  for (let again = 0; again < 2; again += 1) await server.call("handoff_get_task", { task_id: "t1" });
  return { name, ...server };
}

const statuses = ["in_progress", "review"];
const works = {
  get_task: (server) => server.call("handoff_get_task", { task_id: "t1.1.1" }),
  "update_task: other notes": (server, number) => server.call("handoff_update_task", { task: { id: "t1.1.1", notes: `Change ${number}` } }),
  "update_task: another status": (server, number) => server.call("handoff_update_task", { task: { id: "t1.1.1", status: statuses[number % 2] } }),
};

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

try {
  const servers = [
    await start("handoff", (folder) => serve(command, folder, env)),
    await start("handoff-mcp", (folder) => refusing(connect(peer, [], { env, cwd: folder }))),
    ...(before === undefined ? [] : [await start("before", (folder) => serve(before, folder, env))]),
  ];
  const figures = {};
  let number = 0;
  for (const [name, work] of Object.entries(works)) {
    const times = servers.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      const samples = servers.map(() => []);
      for (let call = 0; call < calls; call += 1) {
        number += 1;
        for (const [index, server] of servers.entries()) {
          const begin = performance.now();
          await work(server, number);
          samples[index].push(performance.now() - begin);
        }
      }
      for (const [index, list] of samples.entries()) times[index].push(median(list));
    }
    const quietest = times.map((medians) => Math.min(...medians));
    for (const [index, server] of servers.entries()) figures[`${name}, ${server.name}`] = quietest[index];
    for (const [index, server] of servers.entries()) if (index > 0) figures[`${name}, handoff / ${server.name}`] = quietest[0] / quietest[index];
  }
  console.log(JSON.stringify(figures));
  await Promise.all(servers.map((server) => server.end()));
} finally {
  rmSync(scratch, { recursive: true });
}
