// Checks the package: exactly the listed files, size limits of scripts, valid pictures and links, and no Node modules in the web bundle.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { dist, packageFile, packageFolder, root } from "../../scripts/lib/paths.mjs";
import { projectSurfaces, surfaces } from "../../webviews/contract/surfaces.ts";
import { projectFiles, text } from "./files.ts";

const built = (name: string) => readFileSync(join(dist, name));
const kilobytes = (bytes: number) => bytes / 1000;

const linesOf = (lines: string): string[] => lines.split("\n").filter((line) => line !== "");
const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
const packaged = linesOf(execFileSync(process.execPath, [vsce, "ls", "--no-dependencies"], { cwd: packageFolder, encoding: "utf8" })).toSorted();

test("the package has exactly the files of packageFiles.txt and those of each webview", () => {
  const bundles = surfaces.flatMap((surface) => [`dist/webviews/${surface}.css`, `dist/webviews/${surface}.js`]);
  const icons = projectSurfaces.flatMap((surface) => [`dist/icons/${surface}-dark.svg`, `dist/icons/${surface}-light.svg`]);
  expect(packaged).toEqual([...linesOf(text("tests/repo/packageFiles.txt")), ...bundles, ...icons].toSorted());
});

test("the package has every picture that the manifest names", () => {
  const named = [...text("package.json").matchAll(/"([^"]+\.(?:svg|png))"/gu)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !packaged.includes(file))).toEqual([]);
});

/** Returns width and height from the header of a PNG. */
function sizeOfPng(file: string): [width: number, height: number] {
  const bytes = readFileSync(join(root, file));
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test("the icon is a picture of 128 pixels, and there is a larger one of 256", () => {
  const { icon } = JSON.parse(text("package.json")) as { icon: string };
  expect(sizeOfPng(icon)).toEqual([128, 128]);
  expect(sizeOfPng("docs/pictures/icon-256.png")).toEqual([256, 256]);
});

/** Returns the URLs of the pictures and links in a text. */
function addresses(markdown: string): { pictures: string[]; links: string[] } {
  const all = [...markdown.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)|<(img)[^>]*\ssrc="([^"]+)"/gu)];
  const found = all.map(([, mark = "", target = "", image, source = ""]) => ({
    picture: mark !== "" || image !== undefined,
    address: target || source,
  }));
  const those = (picture: boolean) => found.filter((one) => one.picture === picture).map(({ address }) => address);
  return { pictures: those(true), links: those(false) };
}

test("pictures and links of the packaged README are valid", async () => {
  const { readZip } = createRequire(import.meta.url)("@vscode/vsce/out/zip.js") as {
    readZip: (file: string, wanted: (name: string) => boolean) => Promise<Map<string, Buffer>>;
  };
  const { repository } = JSON.parse(text("package.json")) as { repository: { url: string } };
  const packed = await readZip(packageFile, (name) => name === "extension/readme.md");
  const { pictures, links } = addresses([...packed.values()].join(""));
  expect(pictures.length).toBeGreaterThan(0);
  const files = new Set(projectFiles());
  const leadsTo = (base: string) => (address: string) =>
    address.startsWith(base) && files.has(address.slice(base.length).split("#")[0] ?? "");
  expect(pictures.filter((address) => !leadsTo(`${repository.url}/raw/HEAD/`)(address))).toEqual([]);
  const elsewhere = (address: string) => address.startsWith("https://") && !address.startsWith(repository.url);
  expect(links.filter((address) => !elsewhere(address) && !leadsTo(`${repository.url}/blob/HEAD/`)(address))).toEqual([]);
});

test("pictures and links of the repository README lead to its files", () => {
  const { pictures, links } = addresses(text("README.md"));
  const files = new Set(projectFiles());
  const inside = [...pictures, ...links].filter((address) => !/^(?:https:|#)/u.test(address));
  expect(inside.filter((address) => !files.has(address.split("#")[0] ?? ""))).toEqual([]);
});

test.each([
  ["extension/node.js", 150],
  ["extension/web.js", 150],
  ["webviews/board.js", 80],
  // 78 before the panel in which proposals of agents are edited.
  ["webviews/gantt.js", 84],
  ["webviews/metrics.js", 80],
  ["webviews/time.js", 80],
])("%s compressed stays within %d kB", (name, budget) => {
  expect(kilobytes(gzipSync(built(name)).length)).toBeLessThanOrEqual(budget);
});

test("the web bundle requires only vscode", () => {
  const asked = [
    ...built("extension/web.js")
      .toString()
      .matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/gu),
  ].map(([, name]) => name);
  expect([...new Set(asked)]).toEqual(["vscode"]);
  expect(built("extension/web.js").toString()).not.toMatch(/["'`]node:/u);
});

test("the Node bundle requires only vscode, Node modules and the bundle with the product", () => {
  const asked = [
    ...built("extension/node.js")
      .toString()
      .matchAll(/\brequire\(\s*["'`]([^"'`]+)["'`]\s*\)/gu),
  ].map(([, name = ""]) => name);
  expect(asked.filter((name) => name !== "vscode" && name !== "./web.js" && !builtinModules.includes(name.replace("node:", "")))).toEqual([]);
});
