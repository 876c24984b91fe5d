// The tests of a run, from the files that the runners write: the slowest ones, and how to run a failed one alone.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./paths.mjs";

/** @typedef {{ name: string, seconds: number, isFailed: boolean, command: string }} TestResult `command` runs the test alone */

const folder = join(root, "target", "test-results");
/** Written by nextest, as `.config/nextest.toml` says. */
const nextestFile = join(root, "target", "nextest", "default", "junit.xml");

/** @param {string} part */
const vitestFile = (part) => join(folder, `${part}.json`);

/** Returns the options with which Vitest writes its results, and removes older ones. @param {string} part */
export function vitestReporters(part) {
  const file = vitestFile(part);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
}

/** Removes the results of an earlier run of nextest. */
export function removeNextestResults() {
  rmSync(nextestFile, { force: true });
}

/** @param {string} text */
const inQuotes = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the results of a part of Vitest. @param {string} part @returns {TestResult[]} */
export function vitestResults(part) {
  const file = vitestFile(part);
  if (!existsSync(file)) return [];
  /** @type {{ testResults: { name: string, assertionResults: { fullName: string, duration?: number | null, status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  return testResults.flatMap(({ name: path, assertionResults }) => {
    const shown = relative(root, path).replaceAll("\\", "/");
    return assertionResults.map(({ fullName, duration, status }) => {
      const pattern = fullName.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
      return {
        name: `${shown}: ${fullName}`,
        seconds: (duration ?? 0) / 1000,
        isFailed: status === "failed",
        command: `npx vitest run --project ${part} ${shown} -t ${inQuotes(pattern)}`,
      };
    });
  });
}

/** Returns the results of the Rust tests. Without nextest there are none. @returns {TestResult[]} */
export function nextestResults() {
  if (!existsSync(nextestFile)) return [];
  const cases = readFileSync(nextestFile, "utf8").matchAll(/<testcase ([^>]*?)(\/>|>[\s\S]*?<\/testcase>)/gu);
  return [...cases].map(([, attributes = "", content = ""]) => {
    const attribute = (/** @type {string} */ key) => new RegExp(` ?\\b${key}="([^"]*)"`, "u").exec(attributes)?.[1] ?? "";
    const name = attribute("name");
    return {
      name: `${attribute("classname")} ${name}`,
      seconds: Number(attribute("time")),
      isFailed: /<(?:failure|error)\b/u.test(content),
      command: `cargo nextest run --workspace -E 'test(=${name})'`,
    };
  });
}

const SLOWEST = 20;

/** Prints the slowest tests, and the failed ones with the commands that run them alone. @param {TestResult[]} results */
export function reportTests(results) {
  if (results.length === 0) return;
  console.log(`\nThe slowest of ${results.length} tests, in seconds:`);
  for (const { name, seconds } of results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
  const failed = results.filter(({ isFailed }) => isFailed);
  if (failed.length === 0) return;
  console.log("\nFailed tests, and how to run each alone:");
  for (const { name, command } of failed) console.log(`FAILED ${name}\n       ${command}`);
}
