// `npm run bench`: measures the engine, the command with its server, the board, the Gantt chart and the extension in VSCode, on generated projects
// of 100, 1,000 and 10,000 tasks. Every figure is a median, in milliseconds unless its name has another unit. Machines differ, so compare the ratios.
// Then plays the stories of tests/stories and prints what the next agent knows. These figures are the same on every machine.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toolEnv } from "../scripts/lib/machine.mjs";
import { generate } from "./generate.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const sizes = [100, 1_000, 10_000];
const cache = join(root, ".tools/bench");
mkdirSync(cache, { recursive: true });

/** Runs a program and parses the JSON object in its last line. */
function figures(program, args) {
  const output = execFileSync(program, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], env: toolEnv() });
  return JSON.parse(output.trim().split("\n").at(-1));
}

function project(size) {
  const folder = join(cache, `tasks-${size}`);
  const stamp = join(folder, "generated");
  const source = readFileSync(join(root, "bench/generate.mjs"), "utf8");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== source) {
    generate(folder, size);
    writeFileSync(stamp, source);
  }
  return folder;
}

function table(title, measure) {
  const columns = sizes.map((size) => measure(project(size)));
  const head = ["", ...sizes.flatMap((size, index) => (index === 0 ? [`${size}`] : [`${size}`, "ratio"]))];
  const rows = Object.keys(columns[0]).map((name) => [
    name,
    ...columns.flatMap((column, index) => {
      const cell = column[name] >= 100 ? column[name].toFixed(0) : column[name].toPrecision(3);
      const ratio = columns[0][name] === 0 ? "" : `×${(column[name] / columns[0][name]).toPrecision(2)}`;
      return index === 0 ? [cell] : [cell, ratio];
    }),
  ]);
  print(title, head, rows);
}

function print(title, head, rows) {
  console.log(`\n## ${title}\n`);
  console.log(`| ${head.join(" | ")} |\n|${head.map(() => " --- |").join("")}`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

/** Prints the facts that the next agent finds, by the tokens that it reads. */
function printKnowledge() {
  const knowledge = Object.entries(figures("node", ["--no-warnings", "bench/stories.mjs"]));
  const budgets = Object.keys(knowledge[0][1]);
  const rows = knowledge.map(([story, shares]) => [story, ...budgets.map((budget) => `${shares[budget].toFixed(1)} %`)]);
  print("What the next agent knows", ["facts present after a load of", ...budgets.map((budget) => `${budget} tokens`)], rows);
}

execFileSync("cargo", ["build", "-q", "--profile", "command", "-p", "handoff-cli"], { cwd: root, stdio: "inherit", env: toolEnv() });
console.log("Medians in ms (a ratio is to the smallest size).");
table("Engine, native", (folder) => figures("cargo", ["bench", "-q", "-p", "handoff-engine", "--bench", "figures", "--", folder]));
table("The command, and its server over standard input and output", (folder) => figures("node", ["--no-warnings", "bench/server.mjs", folder]));
table("Engine, WebAssembly in Node", (folder) => figures("node", ["--no-warnings", "bench/wasm.mjs", folder]));
table("Board in Chromium", (folder) => figures("node", ["--no-warnings", "bench/board.mjs", folder]));
table("Gantt chart in Chromium", (folder) => figures("node", ["--no-warnings", "bench/gantt.mjs", folder]));
table("The real VSCode", (folder) => figures("node", ["--no-warnings", "extension/test/figures.ts", folder]));
printKnowledge();
