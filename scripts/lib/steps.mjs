// Runs named steps, in lanes side by side, and prints the result and the time of each, and a summary.
import { Failure } from "./process.mjs";

/** @param {number} start */
const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** @param {unknown} error */
const explain = (error) =>
  error instanceof Failure ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);

/** @type {WeakSet<object>} errors that have been printed */
const shown = new WeakSet();

/** A step result that means "nothing to do". */
export const unchanged = Symbol("unchanged");

/**
 * Runs one step. Prints its error and throws it again.
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

/** @typedef {{ name: string, needs?: string[], work: () => Promise<unknown> }} Work `needs`: the names of what must succeed before */

/**
 * Runs lanes of work side by side, each in its order. Runs everything, also after a failure, except what needs
 * something that failed. Prints the time of each at the end. Sets the exit code.
 * @param {Work[][]} lanes
 * @param {() => void} [report] prints more before the last line
 */
export async function runAll(lanes, report = () => {}) {
  const start = performance.now();
  /** @type {Set<string>} */
  const failed = new Set();
  /** @type {string[]} */
  const times = [];
  /** The end of each. @type {Map<string, Promise<void>>} */
  const ends = new Map();
  const runOne = async (/** @type {Work} */ { name, needs = [], work }) => {
    for (const need of needs) await ends.get(need);
    const missing = needs.filter((need) => failed.has(need));
    if (missing.length > 0) {
      console.log(`FAILED ${name}: not run, because "${missing.join('" and "')}" failed`);
      failed.add(name);
    } else {
      const began = performance.now();
      await step(name, work).catch(() => failed.add(name));
      times.push(`${failed.has(name) ? "FAILED" : "ok    "} ${name}: ${seconds(began)}`);
    }
  };
  for (const lane of lanes) {
    let last = Promise.resolve();
    for (const work of lane) {
      last = last.then(() => runOne(work));
      ends.set(work.name, last);
    }
  }
  await Promise.all(ends.values());
  console.log(`\n${[...times, `       in all: ${seconds(start)}`].join("\n")}`);
  report();
  console.log(`\n${ends.size - failed.size} passed, ${failed.size} failed`);
  process.exitCode = failed.size === 0 ? 0 : 1;
}

/**
 * Runs the body of a script. Prints an error that no step has printed, and sets the exit code.
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
