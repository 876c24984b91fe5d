// Lists the files of the repository and their imports, for the tests in this folder.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";

function git(...args: string[]): string[] {
  return execFileSync("git", [...args, "-z"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((line) => line !== "");
}

/** Returns tracked files, and new files that are not ignored, relative to the repository, with `/`. */
export function projectFiles(): string[] {
  const deleted = new Set(git("ls-files", "--deleted"));
  return git("ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate").filter(
    (file) => !deleted.has(file),
  );
}

export function text(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

const importForms = [
  /^\s*(?:import|export)\b[^"'=;]*?\bfrom\s*["']([^"']+)["']/gmu,
  /^\s*import\s*["']([^"']+)["']/gmu,
  /\b(?:import|require)\s*\(\s*["']([^"']+)["']/gu,
];

/** Returns the imports of a TypeScript or JavaScript file: `/` and the path for files of the repository, else the name as written. */
export function imports(file: string): string[] {
  const found = importForms.flatMap((form) => [...text(file).matchAll(form)]);
  return found.map(([, name = ""]) => (name.startsWith(".") ? posix.join("/", posix.dirname(file), name) : name));
}
