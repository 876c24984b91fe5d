// Creates `dist/handoff.vsix` from the build, or with `--target TARGET` the package for one platform. Copies the listed files to a separate folder first, so that no other file can be packaged.
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { toolEnv } from "./lib/machine.mjs";
import { dist, packageFile, packageFolder, root } from "./lib/paths.mjs";
import { fileOn, nativeCommand } from "./lib/platforms.mjs";
import { Failure, run } from "./lib/process.mjs";
import { digest, once } from "./lib/stamps.mjs";
import { main, step, unchanged } from "./lib/steps.mjs";

/** The files and folders of the published package, with the same paths in it. */
const published = [
  "package.json",
  "package.nls.json",
  "package.nls.ja.json",
  "CHANGELOG.md",
  "LICENSE",
  "extension/demo",
  "extension/l10n",
  "extension/media",
  "bundles/vscode",
  "dist/command",
  "dist/engine/engine_bg.wasm",
  "dist/extension",
  "dist/icons",
  "dist/webviews",
  "dist/NOTICES.txt",
];

/** The README for the Marketplace and VSCode. The README of the repository is for contributors. */
const readme = "extension/README.md";

/**
 * Packs the folders. A package for one platform has a native command in place of the module.
 * @param {import('./build.mjs').Profile} profile
 * @param {boolean} hasCommand with the module
 * @param {ReturnType<typeof nativeCommand>} [native]
 */
const vsix = (profile, hasCommand, native) => async () => {
  const shipped = published.filter((name) => name !== "dist/command" || hasCommand);
  const sources = [...shipped, readme].map((name) => join(root, name));
  const missing = sources.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Failure(`Missing from the package: ${missing.join(", ")}`);
  const platform = native && `${native.platform.os}-${native.platform.cpu}`;
  const file = platform === undefined ? packageFile : packageFile.replace(/\.vsix$/u, `-${platform}.vsix`);
  const inputs = [...sources, join(root, "scripts", "package.mjs"), ...(native === undefined ? [] : [native.command])];
  const done = await once(`package-${platform ?? "universal"}`, digest(inputs, profile), [file], async () => {
    rmSync(packageFolder, { recursive: true, force: true });
    for (const name of shipped) cpSync(join(root, name), join(packageFolder, name), { recursive: true });
    cpSync(join(root, readme), join(packageFolder, "README.md"));
    if (native !== undefined) {
      const command = join(packageFolder, "dist", "command", fileOn(native.platform));
      mkdirSync(dirname(command), { recursive: true });
      copyFileSync(native.command, command);
      chmodSync(command, 0o755);
    }
    if (profile !== "release") markVersion(profile);
    const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
    const target = platform === undefined ? [] : ["--target", platform];
    await run("node", [vsce, "package", "--no-dependencies", ...target, "--out", file], { cwd: packageFolder, env: toolEnv() });
  });
  return done || unchanged;
};

/** Names the profile in the version, which VSCode shows. A version of this form cannot be published. @param {string} profile */
function markVersion(profile) {
  const file = join(packageFolder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...manifest, version: `${manifest.version}-${profile}` }, null, 2));
}

/** The maximum sizes of what is published, in kB: of the engine compressed, and of the package, which has the whole command as a second module. */
const MAX_ENGINE_KB = 3000;
const MAX_PACKAGE_KB = 7500;

async function checkSizes() {
  const engine = gzipSync(readFileSync(join(dist, "engine", "engine_bg.wasm"))).length / 1000;
  const whole = statSync(packageFile).size / 1000;
  console.log(`       engine compressed: ${engine.toFixed(0)} of ${MAX_ENGINE_KB} kB, package: ${whole.toFixed(0)} of ${MAX_PACKAGE_KB} kB`);
  if (engine > MAX_ENGINE_KB || whole > MAX_PACKAGE_KB) throw new Failure("The engine or the package is too large: find what has grown, or raise its maximum with a reason.");
}

/** Packages the build for every platform. @param {import('./build.mjs').Profile} [profile] @param {boolean} [hasCommand] with the command for Node.js */
export const pack = (profile = "release", hasCommand = true) => step(`package the extension (profile ${profile})`, vsix(profile, hasCommand));

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    const { target } = parseArgs({ options: { target: { type: "string" } } }).values;
    await build({ hasCommand: target === undefined });
    if (target === undefined) {
      await pack();
      await step("sizes of what is published", checkSizes);
    } else {
      await step(`package the extension for ${target}`, vsix("release", false, nativeCommand(target)));
    }
  });
}
