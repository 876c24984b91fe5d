// `npm run pack:npm [-- --target TARGET]`: packs `dist/npm/`: the package of a platform with its native command, and without a
// target the package that people install, which runs the WebAssembly where npm has no native command.
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { build, inNode } from "./build.mjs";
import { dist, root } from "./lib/paths.mjs";
import { fileOn, nativeCommand, platforms } from "./lib/platforms.mjs";
import { npm } from "./lib/process.mjs";
import { main, step } from "./lib/steps.mjs";

const folder = join(dist, "npm");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The package that people install. The others have this name, then their platform. */
export const packageName = `@${manifest.publisher}/${manifest.name}`;
/** The name of the server in the MCP registry, which the package repeats. */
export const serverName = `io.github.${manifest.publisher}/${manifest.name}`;
const nameFor = (/** @type {import('./lib/platforms.mjs').Platform} */ { os, cpu }) => `${packageName}-${os}-${cpu}`;

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

/** Packs the native command of a platform. @param {string} target @param {string} [file] the command, if it is elsewhere */
export async function packPlatform(target, file) {
  const { platform, command } = nativeCommand(target, file);
  const name = fileOn(platform);
  return await pack(nameFor(platform), { os: [platform.os], cpu: [platform.cpu], files: [name] }, (place) => {
    copyFileSync(command, join(place, name));
    chmodSync(join(place, name), 0o755);
  });
}

/** The entry for opencode, which has its own program and imports `server`. @type {import('esbuild').BuildOptions} */
const forOpencode = { ...inNode, banner: {}, format: "esm", inject: ["node/opencodeCommand.ts"], loader: { ".md": "text" } };

/** Packs the package that people install, of the built command. */
export async function packMain() {
  const optionalDependencies = Object.fromEntries(Object.values(platforms).map((platform) => [nameFor(platform), manifest.version]));
  const { keywords, engines } = manifest;
  const more = { keywords, engines: { node: engines.node }, bin: { handoff: "handoff.js" }, exports: { "./server": "./opencode.mjs" }, files: ["handoff.js", "opencode.mjs", "command"], optionalDependencies };
  return await pack(packageName, { ...more, mcpName: serverName }, (place) => {
    cpSync(join(dist, "command"), join(place, "command"), { recursive: true });
    buildSync({ ...inNode, entryPoints: ["node/installed.ts"], outfile: join(place, "handoff.js") });
    buildSync({ ...forOpencode, entryPoints: ["node/opencode.ts"], outfile: join(place, "opencode.mjs") });
    copyFileSync(join(root, "extension", "README.md"), join(place, "README.md"));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    const { target } = parseArgs({ options: { target: { type: "string" } } }).values;
    if (target !== undefined) return await step(`pack for npm, ${target}`, () => packPlatform(target));
    await build({ names: ["command"] });
    return await step("pack for npm", packMain);
  });
}
