// All checks of the project in one table. `npm run ready` runs all of them; with the name of a group, that group and its dependencies.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { toolEnv } from "./lib/machine.mjs";
import { dist, root } from "./lib/paths.mjs";
import { Failure, run } from "./lib/process.mjs";
import { hasNextest, runRustTests } from "./lib/rustTests.mjs";
import { warnOfSizes } from "./lib/sizes.mjs";
import { main, runAll } from "./lib/steps.mjs";
import { nextestResults, removeNextestResults, reportTests, vitestReporters, vitestResults } from "./lib/testResults.mjs";
import { pack } from "./package.mjs";

/** @param {string} command @param {...string} args */
const tool =
  (command, ...args) =>
  () =>
    run(command, args, { env: toolEnv() });

/** A program of an npm package, started without a shell. @param {string} file @param {...string} args */
const script = (file, ...args) => tool("node", join(root, "node_modules", ...file.split("/")), ...args);

/** @type {TestResult[]} */
const results = [];

/** @param {string} project */
const vitest = (project) => async () => {
  const words = ["run", "--project", project, ...vitestReporters(project)];
  try {
    await run("node", [join(root, "node_modules", "vitest", "vitest.mjs"), ...words], { env: toolEnv(), show: "whole", heartbeat: true });
  } finally {
    results.push(...vitestResults(project));
  }
};

/** Compiles the tests of all crates, and with them the command. */
async function buildEngineTests() {
  const words = hasNextest() ? ["nextest", "run", "--no-run"] : ["test", "--no-run"];
  await run("cargo", [...words, "--workspace"], { heartbeat: true });
  // For the journeys. A build of the command alone would compile much again, with other features of its dependencies.
  process.env.HANDOFF_IS_BUILT = "yes";
}

async function engineTests() {
  const env = { ...process.env, INSTA_UPDATE: "no" };
  removeNextestResults();
  try {
    await runRustTests([], env, { show: "whole", heartbeat: true });
  } finally {
    results.push(...nextestResults());
  }
}

/** The tests that the command for Node.js runs as well: each kind of its work, and races with the native command. */
const testsInNode = ["mcp::transcript", "mcp::skills", "mcp::stress", "mcp::claims", "mcp::roots", "mcp::layout", "commands::claims", "commands::packages", "commands::shell", "commands::trash"];

async function nodeCommandTests() {
  const env = { ...toolEnv(), INSTA_UPDATE: "no", HANDOFF_TESTED_COMMAND: join(dist, "command", "main.js") };
  const words = hasNextest() ? ["nextest", "run", "--no-fail-fast"] : ["test", "--no-fail-fast"];
  // With `--workspace`, because a build of the command alone would compile much again.
  await run("cargo", [...words, "--workspace", "--test", "main", ...(hasNextest() ? [] : ["--"]), ...testsInNode], { env, show: "whole", heartbeat: true });
}

/** Fails for a link in a doc comment that leads nowhere. */
async function rustDocumentation() {
  const env = { ...toolEnv(), RUSTDOCFLAGS: "--deny rustdoc::broken_intra_doc_links" };
  await run("cargo", ["doc", "--workspace", "--no-deps", "--document-private-items"], { env });
}

/** Runs the linter, then looks for unused files, exports and dependencies. */
async function lintTypeScript() {
  await script("oxlint/bin/oxlint", "--type-aware", "--deny-warnings")();
  await script("knip/bin/knip.js")();
}

async function typeCheck() {
  const projects = ["extension", "extension/test", "node", "webviews", "tests/repo", "scripts"];
  const outcomes = await Promise.allSettled(
    projects.map((project) => script("typescript/bin/tsc", "--project", project)()),
  );
  const failures = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => String(reason.message));
  if (failures.length > 0) throw new Failure(failures.join("\n"));
}

/** @typedef {import('./lib/testResults.mjs').TestResult} TestResult */
/** @typedef {import('./lib/steps.mjs').Work & { groups: string[] }} Check */

/** What cargo does, and what needs cargo. @type {Check[]} */
const rustChecks = [
  { name: "format of Rust", groups: ["lint"], work: tool("cargo", "fmt", "--all", "--check") },
  {
    name: "lint of Rust",
    groups: ["lint"],
    work: tool("cargo", "clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"),
  },
  { name: "sizes of files and folders", groups: ["lint"], work: warnOfSizes },
  { name: "links in the documentation of Rust", groups: ["lint"], work: rustDocumentation },
  { name: "build of the Rust tests", groups: ["engine"], work: buildEngineTests },
  { name: "tests of the engine", groups: ["engine"], needs: ["build of the Rust tests"], work: engineTests },
  { name: "stories of agents", groups: ["engine"], needs: ["build of the Rust tests"], work: vitest("stories") },
  {
    name: "tests of the command in Node.js",
    groups: ["integration"],
    needs: ["build", "build of the Rust tests"],
    work: nodeCommandTests,
  },
  {
    name: "operations in both drivers",
    groups: ["integration"],
    needs: ["build", "build of the Rust tests"],
    work: vitest("drivers"),
  },
  { name: "tests of the repository", groups: ["repo"], needs: ["package"], work: vitest("repo") },
  // They need no cargo, but this lane ends first.
  { name: "table of pictures", groups: ["web"], needs: ["build"], work: vitest("gallery") },
  {
    name: "integration in VSCode, both hosts",
    groups: ["integration"],
    needs: ["package"],
    work: vitest("integration"),
  },
];

/** What needs the engine as WebAssembly. @type {Check[]} */
const webChecks = [
  { name: "build", groups: ["lint", "web", "repo", "integration", "e2e"], work: () => build({ profile: "trial" }) },
  {
    name: "lint of TypeScript",
    groups: ["lint"],
    needs: ["build"],
    work: lintTypeScript,
  },
  { name: "types of TypeScript", groups: ["lint"], needs: ["build"], work: typeCheck },
  { name: "tests of the extension and of rules of the webviews", groups: ["web"], needs: ["build"], work: vitest("unit") },
  { name: "tests of the webviews in Chromium", groups: ["web"], needs: ["build"], work: vitest("browser") },
  { name: "package", groups: ["repo", "integration", "e2e"], needs: ["build"], work: () => pack("trial") },
  { name: "journeys in VSCode", groups: ["e2e"], needs: ["package", "build of the Rust tests"], work: vitest("e2e") },
];

/** @param {string} [group] */
export async function checkAll(group) {
  if (!existsSync(join(root, "node_modules")))
    throw new Failure('The repository is not set up yet. Run "npm test" or "npm start".');
  const isChosen = (/** @type {Check} */ { groups }) => group === undefined || groups.includes(group);
  const lanes = [rustChecks, webChecks].map((checks) => checks.filter(isChosen)).filter((lane) => lane.length > 0);
  const groups = [...new Set([...rustChecks, ...webChecks].flatMap((check) => check.groups))];
  if (lanes.length === 0) throw new Failure(`There is no group "${group}": the groups are ${groups.join(", ")}.`);
  await runAll(lanes, () => reportTests(results));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(() => checkAll(process.argv[2]));
