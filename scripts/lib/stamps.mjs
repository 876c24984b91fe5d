// Records finished work with a hash of its inputs, so that the next run skips it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root, tools } from "./paths.mjs";

const skipped = new Set(["node_modules", "target", "dist", ".git", ".tools"]);

/** @param {string} path @returns {string[]} every file at or below the path, sorted */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !skipped.has(name))
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)));
}

/**
 * Returns a hash of names and contents.
 * @param {string[]} paths files and folders
 * @param {string} [extra] other inputs of the result
 */
export function digest(paths, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const file of paths.flatMap(filesBelow)) hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} name */
const stampFile = (name) => join(tools, "stamps", name);

/**
 * Runs the work unless it has finished with the same key and its outputs still exist. A failure leaves no stamp.
 * @param {string} name
 * @param {string} key
 * @param {string[]} outputs files that the work creates
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} true if the work was run
 */
export async function once(name, key, outputs, work) {
  const file = stampFile(name);
  if (existsSync(file) && readFileSync(file, "utf8") === key && outputs.every((output) => existsSync(output)))
    return false;
  rmSync(file, { force: true });
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, key);
  return true;
}
