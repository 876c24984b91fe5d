// Remembers what was done with which inputs, so that a second run skips it.
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
 * A digest of names and contents.
 * @param {string[]} paths files and folders
 * @param {string} [extra] anything else that the result depends on
 */
export function digest(paths, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const file of paths.flatMap(filesBelow)) hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} name */
const stampFile = (name) => join(tools, "stamps", name);

/**
 * Does the work unless it was done with the same key and its outputs are still there. A failure leaves no stamp.
 * @param {string} name
 * @param {string} key
 * @param {string[]} outputs files that the work leaves
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether there was anything to do
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
