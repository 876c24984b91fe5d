// Mutants of the webviews' pure modules, by Stryker and the tests that run in Node.
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startNpmFolder } from "./install.mjs";
import { root, tools } from "./paths.mjs";
import { npm, run } from "./process.mjs";
import { once } from "./stamps.mjs";
import { unchanged } from "./steps.mjs";

const RELEASE = "10.1.1";
const folder = join(tools, "stryker");
const stryker = join(folder, "node_modules", "@stryker-mutator");

/** Drag, filter, selection and optimistic state: what decides, without the page. */
const MODULES = [
  "board/state/dropTarget.ts",
  "board/state/optimisticCards.ts",
  "gantt/drag/move.ts",
  "gantt/state/pendingDates.ts",
  "shared/drag/gesture.ts",
  "shared/filter/filter.ts",
  "shared/optimistic.ts",
  "shared/selection.ts",
];

/** Installs Stryker apart, so that `npm ci` stays small. Its runner must use the Vitest of the tests. */
export async function installStryker() {
  const runner = join(stryker, "vitest-runner", "dist", "src", "index.js");
  const done = await once("stryker", RELEASE, [runner], async () => {
    startNpmFolder(folder);
    const packages = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${RELEASE}`);
    await npm(["install", "--no-save", "--legacy-peer-deps", ...packages], { cwd: folder });
    symlinkSync(join(root, "node_modules", "vitest"), join(folder, "node_modules", "vitest"), "junction");
  });
  return done || unchanged;
}

/**
 * Tests the mutants of the modules and returns their number by status.
 * @param {string} copy of the repository
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Record<string, number>>}
 */
export async function testWebviewMutants(copy, env) {
  rmSync(join(copy, "node_modules"), { force: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  // The tests in Chromium would start a browser per mutant.
  const tests = { include: ["webviews/**/*.test.ts"], exclude: ["**/*.browser.test.ts"] };
  writeFileSync(join(copy, "vitest.mutants.mjs"), `export default ${JSON.stringify({ test: tests })};\n`);
  const report = join(copy, "mutants.json");
  const options = {
    testRunner: "vitest",
    plugins: [join(stryker, "vitest-runner", "dist", "src", "index.js")],
    vitest: { configFile: "vitest.mutants.mjs" },
    mutate: MODULES.map((name) => `webviews/${name}`),
    ignorePatterns: ["*", "!webviews/**", "!tsconfig*.json", "!vitest.mutants.mjs"],
    // Stryker rewrites a tsconfig.json with an interface that the TypeScript of the repository does not have.
    tsconfigFile: "none.json",
    reporters: ["json", "clear-text", "progress-append-only"],
    jsonReporter: { fileName: report },
    concurrency: 1,
    tempDirName: "stryker-tmp",
  };
  writeFileSync(join(copy, "stryker.json"), JSON.stringify(options));
  await run("node", [join(stryker, "core", "bin", "stryker.js"), "run", "stryker.json"], { cwd: copy, env, show: "live" });
  /** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { status } of Object.values(files).flatMap(({ mutants }) => mutants)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
