// How cargo runs the Rust tests: with nextest where it is installed.
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { run, which } from "./process.mjs";

const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 2 * 1024 ** 3;

export const hasNextest = () => which("cargo-nextest") !== undefined;

/**
 * Returns the arguments of cargo for all Rust tests without those that write the generated types, which the configuration of
 * nextest skips.
 * @param {string[]} options options of nextest
 */
function rustTestWords(...options) {
  if (hasNextest()) return ["nextest", "run", "--workspace", "--no-fail-fast", ...options];
  return ["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests", "--", "--skip", "export_bindings"];
}

/**
 * Returns whether the temporary folders of tests can be in memory: programs can run there, and there is room.
 * @param {string} mounts the text of `/proc/mounts`
 * @param {number} freeBytes
 */
export function canUseMemory(mounts, freeBytes) {
  const mount = mounts.split("\n").map((line) => line.split(" ")).findLast(([, folder]) => folder === MEMORY_FOLDER);
  const options = mount?.[3]?.split(",") ?? [];
  return options.includes("rw") && !options.includes("noexec") && freeBytes >= MIN_FREE_BYTES;
}

/** Returns the folder for the temporary folders of tests, if it is another than usual. */
function temporaryFolder() {
  if (process.env.TMPDIR !== undefined || process.platform !== "linux" || !existsSync(MEMORY_FOLDER)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return canUseMemory(readFileSync("/proc/mounts", "utf8"), bavail * bsize) ? MEMORY_FOLDER : undefined;
}

/**
 * Runs all Rust tests. They create and flush thousands of files, so their temporary folders are in memory where possible.
 * @param {string[]} options options of nextest
 * @param {NodeJS.ProcessEnv} env
 * @param {Parameters<typeof run>[2]} settings
 */
export function runRustTests(options, env, settings) {
  const folder = temporaryFolder();
  return run("cargo", rustTestWords(...options), { ...settings, env: folder === undefined ? env : { ...env, TMPDIR: folder } });
}
