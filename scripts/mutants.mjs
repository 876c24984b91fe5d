// `npm run mutants`: changes the code in one place at a time and checks that the tests notice. Not part of `npm test`, because all
// mutants take days. Options choose areas (`-- merge secrets`), a fixed sample of each area of the engine (`--sample 20`), or its
// mutants whose name matches a pattern (`--only text.rs`).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { installWithCargo } from "./lib/install.mjs";
import { cargoMutantsRelease, toolEnv } from "./lib/machine.mjs";
import { root } from "./lib/paths.mjs";
import { Failure, ask, run } from "./lib/process.mjs";
import { main, runAll, step, unchanged } from "./lib/steps.mjs";
import { installStryker, testWebviewMutants } from "./lib/webviewMutants.mjs";

/**
 * @typedef {object} Area a part of the engine
 * @property {string} folder
 * @property {string[]} packages whose tests judge the mutants
 * @property {string[]} tests parts of the names of the tests that judge them; all tests if empty
 */
const engine = ["handoff-engine"];
const agent = ["handoff-agent"];
/** @type {Record<string, Area>} */
const AREAS = {
  commit: { folder: "crates/engine/src/change/commit", packages: engine, tests: ["commit", "activity", "undo", "claims"] },
  plan: { folder: "crates/engine/src/change/plan", packages: [...engine, ...agent], tests: [] },
  schedule: { folder: "crates/engine/src/analysis/schedule", packages: [...engine, ...agent], tests: ["schedule", "gantt", "dependencies", "golden", "metrics", "tasks"] },
  // Its rules are tested where they are used.
  merge: { folder: "crates/engine/src/ground/merge", packages: [...engine, ...agent], tests: ["merge", "reverts"] },
  register: { folder: "crates/engine/src/knowledge/register", packages: [...engine, ...agent], tests: ["sessions", "golden"] },
  "merge-driver": { folder: "crates/agent/src/merge", packages: agent, tests: ["merge"] },
  secrets: { folder: "crates/agent/src/secrets", packages: agent, tests: ["secrets", "privacy"] },
  restoration: { folder: "crates/agent/src/restoration", packages: agent, tests: ["restoration", "sessions", "tokens", "golden"] },
};

/** The area of the webviews. Its modules are always tested completely. */
const WEBVIEWS = "webviews";

/** A copy of the repository with its own build, so that no mutant is ever in the files of the repository. */
const copy = join(root, "target", "mutants", "tree");
const results = join(root, "target", "mutants");
/** The share of the mutants that compile which the tests must catch. */
const MINIMUM_SHARE = 0.95;

const env = {
  ...toolEnv(),
  // A failing snapshot must fail again for the next mutant, and random tests must try the same values.
  INSTA_UPDATE: "no",
  PROPTEST_RNG_SEED: "1",
  PROPTEST_DISABLE_FAILURE_PERSISTENCE: "1",
  CARGO_PROFILE_DEV_DEBUG: "0",
};

async function install() {
  if ((await ask("cargo-mutants", ["mutants", "--version"], env)) === `cargo-mutants ${cargoMutantsRelease}`) return unchanged;
  return await installWithCargo([{ name: "cargo-mutants", version: cargoMutantsRelease }]);
}

/** Updates the copy. Leaves equal files alone, so that cargo compiles only what changed. */
async function updateCopy() {
  const list = async (/** @type {string[]} */ ...args) =>
    (await run("git", ["ls-files", "-z", ...args], { onlyOutput: true })).split("\0").filter((name) => name !== "");
  const names = await list("--cached", "--others", "--exclude-standard", "--", ":!node_modules", ":!.tools");
  const listFile = join(results, "files.json");
  const before = existsSync(listFile) ? /** @type {string[]} */ (JSON.parse(readFileSync(listFile, "utf8"))) : [];
  const present = new Set(names.filter((name) => existsSync(join(root, name))));
  for (const name of before.filter((one) => !present.has(one))) rmSync(join(copy, name), { force: true });
  for (const name of present) {
    const content = readFileSync(join(root, name));
    const target = join(copy, name);
    if (existsSync(target) && readFileSync(target).equals(content)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  writeFileSync(listFile, JSON.stringify([...present]));
}

/** @typedef {{ sample?: string, only?: string }} Choice */

/**
 * Returns the options of cargo-mutants that choose the mutants of an area.
 * @param {Area} area @param {Choice} choice
 */
async function chosen({ folder }, { sample, only }) {
  const options = ["--file", `${folder}/**`, ...(only === undefined ? [] : ["--re", only])];
  if (sample === undefined) return options;
  const all = await run("cargo", ["mutants", "--list", ...options], { cwd: copy, env, onlyOutput: true });
  // Every n-th mutant in the order of the files, so that a sample covers the whole area and is the same for the same code.
  const shards = Math.max(1, Math.round(all.trimEnd().split("\n").length / Number(sample)));
  return [...options, "--shard", `0/${shards}`, "--sharding", "round-robin"];
}

/** @typedef {{ caught: number, timeout: number, missed: number, unviable: number }} Figures `timeout`: the tests were stopped */

/** Tests the mutants of an area of the engine. @param {string} name @param {Area} area @param {Choice} choice */
async function testArea(name, area, choice) {
  const output = join(results, name);
  mkdirSync(output, { recursive: true });
  const judges = area.packages.flatMap((one) => ["--test-package", one]);
  // A mutant that loops is stopped after five times the time of the unchanged tests, which is cargo-mutants' default.
  const options = ["--in-place", "--no-shuffle", "--output", output];
  // Other targets are not compiled. cargo's own test runner: a process per test takes twice the time.
  const targets = ["--cargo-arg=--lib", "--cargo-arg=--test=main", "--test-tool", "cargo"];
  const words = ["mutants", ...options, ...judges, ...targets, ...(await chosen(area, choice)), "--", "--", ...area.tests];
  // Also fails if a mutant survives, which the share decides.
  const failure = await run("cargo", words, { cwd: copy, env, show: "live" }).catch((error) => /** @type {Error} */ (error));
  const file = join(output, "mutants.out", "outcomes.json");
  /** @type {Figures} */
  const figures = JSON.parse(readFileSync(file, "utf8"));
  const isNoneTried = figures.caught + figures.missed + figures.timeout === 0;
  if (isNoneTried && failure instanceof Error) throw failure;
  judge(figures);
}

/** Fails if too many mutants survive. @param {Figures} figures */
function judge({ caught, timeout, missed, unviable }) {
  const viable = caught + timeout + missed;
  const share = (caught + timeout) / viable;
  console.log(`${viable} mutants: ${caught} caught, ${timeout} stopped, ${missed} survived (${(share * 100).toFixed(1)} %); ${unviable} did not compile`);
  if (share < MINIMUM_SHARE) throw new Failure(`Less than ${MINIMUM_SHARE * 100} % are caught.`);
}

async function testWebviews() {
  await installStryker();
  const counts = await testWebviewMutants(copy, env);
  const count = (/** @type {string[]} */ ...names) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  judge({
    caught: count("Killed"),
    timeout: count("Timeout"),
    missed: count("Survived", "NoCoverage"),
    unviable: count("CompileError", "RuntimeError"),
  });
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sample: { type: "string" }, only: { type: "string" } },
  });
  const all = [...Object.keys(AREAS), WEBVIEWS];
  const names = positionals.length === 0 ? all : positionals;
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Failure(`There is no area "${unknown}": the areas are ${all.join(", ")}.`);
  await step(`cargo-mutants ${cargoMutantsRelease} (some minutes the first time)`, install);
  mkdirSync(copy, { recursive: true });
  await step("copy of the repository", updateCopy);
  const works = names.map((name) => {
    const area = AREAS[name];
    return { name: `mutants of ${name}`, work: () => (area === undefined ? testWebviews() : testArea(name, area, values)) };
  });
  await runAll([works]);
});
