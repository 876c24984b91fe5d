// `npm run timings`: measures each step of `npm start` in fresh clones with a tool cache of their own, and prints them as a table; `npm run timings -- test` those of
// `npm test` in a fresh clone with the tools there, and again. Machines differ, so compare the ratios. The registries of npm and cargo keep their caches.
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { run } from "./lib/process.mjs";
import { main } from "./lib/steps.mjs";

/** @typedef {Map<string, number>} Times seconds by step */

const top = mkdtempSync(join(tmpdir(), "handoff-timings-"));

/** @param {string} name */
async function clone(name) {
  const folder = join(top, name);
  await run("git", ["clone", "--quiet", "--local", root, folder]);
  return folder;
}

/** Runs a script in a clone and returns the times of its steps. @param {string} folder @param {string[]} words @param {string} cache @returns {Promise<Times>} */
async function timesOf(folder, words, cache) {
  const env = { ...process.env, HANDOFF_TOOL_CACHE: cache };
  const start = performance.now();
  const output = await run("node", words, { cwd: folder, env }).catch((error) => String(error));
  /** @type {Times} */
  const times = new Map();
  for (const [, name = "", seconds = ""] of output.matchAll(/^(?:ok|FAILED) +(.+?)(?:: already done)? \(([\d.]+) s\)$/gmu))
    times.set(name, (times.get(name) ?? 0) + Number(seconds));
  times.set("in all", (performance.now() - start) / 1000);
  return times;
}

/** @param {[string, Times][]} columns */
function print(columns) {
  const names = [...new Set(columns.flatMap(([, times]) => [...times.keys()].filter((name) => name !== "in all"))), "in all"];
  console.log(`| seconds | ${columns.map(([name]) => name).join(" | ")} |\n| --- |${columns.map(() => " --- |").join("")}`);
  for (const name of names) console.log(`| ${name} | ${columns.map(([, times]) => times.get(name)?.toFixed(0) ?? "").join(" | ")} |`);
}

async function timeStart() {
  const words = ["scripts/start.mjs", "--prepare"];
  const cache = join(top, "cache");
  const first = await clone("first");
  const fresh = await timesOf(first, words, cache);
  const again = await timesOf(first, words, cache);
  const second = await timesOf(await clone("second"), words, cache);
  appendFileSync(join(first, "crates", "engine", "src", "hours.rs"), "\n// A changed line.\n");
  const changed = await timesOf(first, words, cache);
  print([["fresh clone, no tools", fresh], ["again", again], ["second clone", second], ["one line of the engine changed", changed]]);
}

async function timeTest() {
  const cache = process.env.HANDOFF_TOOL_CACHE ?? "";
  const folder = await clone("test");
  const words = ["scripts/test.mjs"];
  print([["fresh clone, tools there", await timesOf(folder, words, cache)], ["again", await timesOf(folder, words, cache)]]);
}

await main(async () => {
  try {
    await (process.argv[2] === "test" ? timeTest() : timeStart());
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});
