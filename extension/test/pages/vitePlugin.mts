// Gives the tests of pages a module `vscode`, and a module with the texts of the example's files by their paths.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const fakeEditor = fileURLToPath(new URL("fakeEditor.ts", import.meta.url));
const folder = fileURLToPath(new URL("../../../tests/projects/tide-atlas", import.meta.url));
const EXAMPLE = "virtual:tide-atlas";

function readExample() {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => [relative(folder, join(parentPath, name)).replaceAll(sep, "/"), readFileSync(join(parentPath, name), "utf8")]);
}

export const enginePages = {
  name: "engine-pages",
  enforce: "pre",
  resolveId: (id: string) => (id === "vscode" ? fakeEditor : id === EXAMPLE ? `\0${EXAMPLE}` : undefined),
  load: (id: string) => (id === `\0${EXAMPLE}` ? `export const example = ${JSON.stringify(readExample())};` : undefined),
} as const;
