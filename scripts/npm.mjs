// `npm run pack:npm -- --target TRIPLE --command FILE`: packs `dist/npm/`: the package of a platform with its native command, and
// without options the package that people install, which runs the WebAssembly where npm has no native command.
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { build, inNode } from "./build.mjs";
import { dist, root } from "./lib/paths.mjs";
import { Failure, npm } from "./lib/process.mjs";
import { main, step } from "./lib/steps.mjs";

const folder = join(dist, "npm");

/** The platforms with a native command, by the target of its compiler. @type {Record<string, { os: string, cpu: string }>} */
export const platforms = {
  "x86_64-unknown-linux-musl": { os: "linux", cpu: "x64" },
  "aarch64-unknown-linux-musl": { os: "linux", cpu: "arm64" },
  "x86_64-apple-darwin": { os: "darwin", cpu: "x64" },
  "aarch64-apple-darwin": { os: "darwin", cpu: "arm64" },
  "x86_64-pc-windows-msvc": { os: "win32", cpu: "x64" },
  "aarch64-pc-windows-msvc": { os: "win32", cpu: "arm64" },
};

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The package that people install. The others have this name, then their platform. */
export const packageName = `@${manifest.publisher}/${manifest.name}`;
const nameFor = (/** @type {{ os: string, cpu: string }} */ { os, cpu }) => `${packageName}-${os}-${cpu}`;

/** What the manifests of all packages say. */
const shared = Object.fromEntries(
  ["version", "description", "license", "repository", "homepage", "bugs"].map((key) => [key, manifest[key]]),
);

/**
 * Packs a folder after writing its manifest. Returns the file.
 * @param {string} name @param {object} more of the manifest @param {(folder: string) => void} fill
 */
async function pack(name, more, fill) {
  const place = join(folder, name.split("/").at(-1) ?? name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  fill(place);
  copyFileSync(join(root, "LICENSE"), join(place, "LICENSE"));
  writeFileSync(join(place, "package.json"), `${JSON.stringify({ name, ...shared, ...more }, null, 2)}\n`);
  const output = await npm(["pack", "--json", "--pack-destination", folder, place]);
  return join(folder, JSON.parse(output)[0].filename);
}

/** Packs the native command of a platform. @param {string} target @param {string} command */
export async function packPlatform(target, command) {
  const platform = platforms[target];
  if (platform === undefined) throw new Failure(`There is no package for ${target}. The targets are ${Object.keys(platforms).join(", ")}.`);
  const file = platform.os === "win32" ? "handoff.exe" : "handoff";
  return await pack(nameFor(platform), { os: [platform.os], cpu: [platform.cpu], files: [file] }, (place) => {
    copyFileSync(command, join(place, file));
    chmodSync(join(place, file), 0o755);
  });
}

/** Packs the package that people install, of the built command. */
export async function packMain() {
  const optionalDependencies = Object.fromEntries(Object.values(platforms).map((platform) => [nameFor(platform), manifest.version]));
  const { keywords, engines } = manifest;
  const more = { keywords, engines: { node: engines.node }, bin: { handoff: "handoff.js" }, files: ["handoff.js", "command"], optionalDependencies };
  return await pack(packageName, { ...more, mcpName: `io.github.${manifest.publisher}/${manifest.name}` }, (place) => {
    cpSync(join(dist, "command"), join(place, "command"), { recursive: true });
    buildSync({ ...inNode, entryPoints: ["node/installed.ts"], outfile: join(place, "handoff.js") });
    copyFileSync(join(root, "extension", "README.md"), join(place, "README.md"));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    const { target, command } = parseArgs({ options: { target: { type: "string" }, command: { type: "string" } } }).values;
    if (target === undefined) {
      await build({ names: ["command"] });
      return await step("pack for npm", packMain);
    }
    const file = command ?? join(root, "target", target, "command", target.includes("windows") ? "handoff.exe" : "handoff");
    return await step(`pack for npm, ${target}`, () => packPlatform(target, file));
  });
}
