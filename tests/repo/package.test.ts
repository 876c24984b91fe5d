// What ships: exactly the listed files, within the budgets, and nothing of Node in the bundle for the web.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { dist, packageFile, packageFolder, root } from "../../scripts/lib/paths.mjs";
import { text } from "./files.ts";

const built = (name: string) => readFileSync(join(dist, name));
const kilobytes = (bytes: number) => bytes / 1000;

test("the package has exactly the files of packageFiles.txt", () => {
  const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
  const listed = execFileSync(process.execPath, [vsce, "ls", "--no-dependencies"], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  const sorted = (lines: string) =>
    lines
      .split("\n")
      .filter((line) => line !== "")
      .toSorted();
  expect(sorted(listed)).toEqual(sorted(text("tests/repo/packageFiles.txt")));
});

test.each([
  ["engine/engine_bg.wasm", 1200],
  ["extension/node.js", 150],
  ["extension/web.js", 150],
  ["webviews/board.js", 80],
  ["webviews/gantt.js", 80],
])("%s compressed stays within %d kB", (name, budget) => {
  expect(kilobytes(gzipSync(built(name)).length)).toBeLessThanOrEqual(budget);
});

test("the package stays within 2.5 MB", () => {
  expect(kilobytes(statSync(packageFile).size)).toBeLessThanOrEqual(2500);
});

test("the bundle for the web asks for nothing but vscode", () => {
  const asked = [
    ...built("extension/web.js")
      .toString()
      .matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/gu),
  ].map(([, name]) => name);
  expect([...new Set(asked)]).toEqual(["vscode"]);
  expect(built("extension/web.js").toString()).not.toMatch(/["'`]node:/u);
});

test("the bundle for Node asks for nothing but vscode and Node", () => {
  const asked = [
    ...built("extension/node.js")
      .toString()
      .matchAll(/\brequire\(\s*["'`]([^"'`]+)["'`]\s*\)/gu),
  ].map(([, name = ""]) => name);
  expect(asked.filter((name) => name !== "vscode" && !builtinModules.includes(name.replace("node:", "")))).toEqual([]);
});
