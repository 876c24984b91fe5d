// Names files and folders that may have become too large: a question to the reader, not a failure.
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./process.mjs";

const MAX_LINES = 600;
const MAX_ENTRIES = 20;

/** Prints source files with too many lines, and folders of sources with too many files and folders. */
export async function warnOfSizes() {
  const list = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], { onlyOutput: true });
  const files = list.split("\0").filter((file) => /^(?:crates\/\w+\/(?:src|tests)|extension\/(?:src|test)|webviews)\/.*\.(?:rs|tsx?|css)$/u.test(file) && !file.includes("/generated/"));
  /** @type {Map<string, Set<string>>} */
  const entries = new Map();
  for (const file of files) {
    for (let path = file; path.includes("/"); path = posix.dirname(path)) {
      const folder = dirname(path);
      entries.set(folder, (entries.get(folder) ?? new Set()).add(path));
    }
  }
  const crowded = [...entries].filter(([, { size }]) => size > MAX_ENTRIES).map(([folder, { size }]) => `${folder} has ${size} entries`);
  const lines = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8").split("\n").length - 1;
  const long = files.map((file) => ({ file, count: lines(file) })).filter(({ count }) => count > MAX_LINES).map(({ file, count }) => `${file} has ${count} lines`);
  for (const warning of [...long, ...crowded.toSorted()]) console.log(`       warning: ${warning}`);
}
