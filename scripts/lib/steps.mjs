// Runs named steps, prints how each ended and how long it took, and sums up.
import { Failure } from "./process.mjs";

/** @param {number} start */
const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** @param {unknown} error */
const explain = (error) =>
  error instanceof Failure ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);

/** @type {WeakSet<object>} failures that a step has printed */
const shown = new WeakSet();

/** A step result that means "nothing to do". */
export const unchanged = Symbol("unchanged");

/**
 * Runs one step. What it throws is shown and thrown again.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work may return `unchanged`
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const start = performance.now();
  console.log(`       ${name} ...`);
  try {
    const result = await work();
    console.log(`ok     ${name}${result === unchanged ? ": already done" : ""} (${seconds(start)})`);
    return result;
  } catch (error) {
    console.log(`FAILED ${name} (${seconds(start)})`);
    if (error instanceof Object && !shown.has(error)) {
      console.log(explain(error));
      shown.add(error);
    }
    throw error;
  }
}

/**
 * Runs every step although an earlier one failed, except those that need the failed one. Ends the process with a code that says whether all passed.
 * @param {{ name: string, needs?: string[], work: () => Promise<unknown> }[]} list
 */
export async function runAll(list) {
  /** @type {Set<string>} */
  const failed = new Set();
  for (const { name, needs = [], work } of list) {
    const missing = needs.filter((need) => failed.has(need));
    if (missing.length > 0) {
      console.log(`FAILED ${name}: not run, because "${missing.join('" and "')}" failed`);
      failed.add(name);
      continue;
    }
    await step(name, work).catch(() => failed.add(name));
  }
  console.log(`\n${list.length - failed.size} passed, ${failed.size} failed`);
  process.exitCode = failed.size === 0 ? 0 : 1;
}

/**
 * The body of a script: shows a failure that no step has shown, and sets the exit code.
 * @param {() => Promise<unknown>} work
 */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Object && shown.has(error))) console.log(explain(error));
    process.exitCode = 1;
  }
}
