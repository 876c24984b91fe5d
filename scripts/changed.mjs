// `npm run test:changed`: the checks that the files changed since the main branch can break, in minutes. Leaves out tests that take long;
// `npm test` runs everything.
import { join } from "node:path";
import { toolEnv } from "./lib/machine.mjs";
import { root } from "./lib/paths.mjs";
import { ask, run, which } from "./lib/process.mjs";
import { main, runAll } from "./lib/steps.mjs";

/** Modules of Rust tests that start many programs, crash and simulate: a fifth of the tests, with two thirds of the time. */
const LONG = [
  "commands::files", "commands::hostile_texts", "commands::merge", "commands::pause", "commands::shell", "commit::agents", "commit::crash", "commit::failure",
  "commit::knowledge", "commit::observed", "commit::simulation", "handover::exit_codes", "handover::file_operations", "handover::kills", "handover::lock", "mcp::stress",
  "mcp::timers", "mcp::turns", "metrics::backtest", "metrics::index", "metrics::truth", "plan_laws", "publish::", "time::days", "token_budget",
];

/** @param {string} command @param {...string} args */
const tool =
  (command, ...args) =>
  () =>
    run(command, args, { env: { ...toolEnv(), INSTA_UPDATE: "no" }, show: "live" });

/** @param {string} file @param {...string} args */
const script = (file, ...args) => tool("node", join(root, "node_modules", ...file.split("/")), ...args);

/** @param {string} base @param {...string} projects */
const vitest = (base, ...projects) =>
  script("vitest/vitest.mjs", "run", "--passWithNoTests", "--changed", base, ...projects.flatMap((name) => ["--project", name]));

/** The Rust tests of the changed crates and of those that depend on them. @param {string[]} crates */
function rustTests(crates) {
  const chosen = crates.map((name) => `rdeps(=handoff-${name})`).join(" | ");
  const long = ["binary(hostile)", ...LONG.map((name) => `test(${name})`)].join(" | ");
  return tool("cargo", "nextest", "run", "--workspace", "--no-fail-fast", "-E", `(${chosen}) - (${long})`);
}

/** @typedef {{ name: string, work: () => Promise<unknown> }} Check */

/**
 * The checks for changed files: the one table from folders to parts.
 * @param {string[]} files @param {string} base
 * @returns {Check[]}
 */
function checksFor(files, base) {
  const below = (/** @type {string[]} */ ...folders) => files.some((file) => folders.some((folder) => file.startsWith(folder)));
  const crates = [...new Set(files.map((file) => /^crates\/([^/]+)\//u.exec(file)?.[1] ?? "").filter((name) => name !== ""))];
  /** @type {(Check & { if: boolean })[]} */
  const table = [
    { name: "format of Rust", if: crates.length > 0, work: tool("cargo", "fmt", "--all", "--check") },
    { name: "tests of the crates", if: crates.length > 0 && which("cargo-nextest") !== undefined, work: rustTests(crates) },
    { name: "attacks", if: below("tests/hostile"), work: tool("cargo", "nextest", "run", "--package", "handoff-cli", "--test", "hostile") },
    { name: "lint of TypeScript", if: files.some((file) => /\.(?:tsx?|mjs)$/u.test(file)), work: script("oxlint/bin/oxlint", "--type-aware", "--deny-warnings") },
    { name: "types of the extension", if: below("extension/", "webviews/"), work: script("typescript/bin/tsc", "--project", "extension/test") },
    { name: "types of the webviews", if: below("webviews/"), work: script("typescript/bin/tsc", "--project", "webviews") },
    { name: "types of the scripts", if: below("scripts/"), work: script("typescript/bin/tsc", "--project", "scripts") },
    { name: "tests of rules", if: below("extension/", "webviews/"), work: vitest(base, "unit") },
    { name: "tests of pages", if: below("webviews/", "extension/"), work: vitest(base, "browser") },
    { name: "tests of the repository", if: files.length > 0, work: script("vitest/vitest.mjs", "run", "--project", "repo", "documents", "structure", "surfaces", "manifest", "trackedFiles", "toolCache") },
  ];
  return table.filter((check) => check.if);
}

await main(async () => {
  const branches = ["origin/main", "main"];
  const known = await Promise.all(branches.map((name) => ask("git", ["merge-base", "HEAD", name])));
  const base = known.find((commit) => commit !== undefined) ?? "HEAD";
  const list = async (/** @type {string[]} */ ...args) => (await run("git", [...args, "-z"], { onlyOutput: true })).split("\0").filter((name) => name !== "");
  const files = [...(await list("diff", "--name-only", base)), ...(await list("ls-files", "--others", "--exclude-standard"))];
  console.log(`${files.length} files differ from ${base.slice(0, 10)}.`);
  await runAll([checksFor(files, base)]);
});
