// Creates `dist/handoff.vsix` from the build. Copies the listed files to a separate folder first, so that no other file can be packaged.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { toolEnv } from "./lib/machine.mjs";
import { packageFile, packageFolder, root } from "./lib/paths.mjs";
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
  "dist/command",
  "extension/plugin",
  "dist/engine/engine_bg.wasm",
  "dist/extension",
  "dist/icons",
  "dist/webviews",
  "dist/NOTICES.txt",
];

/** The README for the Marketplace and VSCode. The README of the repository is for contributors. */
const readme = "extension/README.md";

/** @param {import('./build.mjs').Profile} profile */
const vsix = (profile) => async () => {
  // A build for trying has no command.
  const shipped = published.filter((name) => profile === "release" || name !== "dist/command");
  const inputs = [...shipped, readme, "scripts/package.mjs"].map((name) => join(root, name));
  const missing = [...shipped, readme].filter((name) => !existsSync(join(root, name)));
  if (missing.length > 0) throw new Failure(`Missing from the package: ${missing.join(", ")}`);
  const done = await once("package", digest(inputs, profile), [packageFile], async () => {
    rmSync(packageFolder, { recursive: true, force: true });
    for (const name of shipped) cpSync(join(root, name), join(packageFolder, name), { recursive: true });
    cpSync(join(root, readme), join(packageFolder, "README.md"));
    if (profile !== "release") markVersion(profile);
    const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
    await run("node", [vsce, "package", "--no-dependencies", "--out", packageFile], { cwd: packageFolder, env: toolEnv() });
  });
  return done || unchanged;
};

/** Names the profile in the version, which VSCode shows. A version of this form cannot be published. @param {string} profile */
function markVersion(profile) {
  const file = join(packageFolder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...manifest, version: `${manifest.version}-${profile}` }, null, 2));
}

/** Packages the build. @param {import('./build.mjs').Profile} [profile] of its engine */
export const pack = (profile = "release") => step(`package the extension (engine of profile ${profile})`, vsix(profile));

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    await build();
    await pack();
  });
}
