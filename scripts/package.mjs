// Makes `dist/handoff.vsix` from what the build left.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { toolEnv } from "./lib/machine.mjs";
import { dist, packageFile, root } from "./lib/paths.mjs";
import { run } from "./lib/process.mjs";
import { digest, once } from "./lib/stamps.mjs";
import { main, step, unchanged } from "./lib/steps.mjs";

async function vsix() {
  const texts = [
    "package.json",
    "package.nls.json",
    "package.nls.ja.json",
    ".vscodeignore",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
  ];
  const inputs = [...texts, "extension/l10n", "extension/media", "dist/NOTICES.txt", "scripts/package.mjs"].map(
    (name) => join(root, name),
  );
  const parts = ["engine", "extension", "webviews"].map((name) => join(dist, name));
  const done = await once("package", digest([...inputs, ...parts]), [packageFile], async () => {
    rmSync(packageFile, { force: true });
    const options = [
      "--no-dependencies",
      "--allow-missing-repository",
      "--no-rewrite-relative-links",
      "--out",
      packageFile,
    ];
    await run("node", [join(root, "node_modules", "@vscode", "vsce", "vsce"), "package", ...options], {
      env: toolEnv(),
    });
  });
  return done || unchanged;
}

/** Packages what was built. */
export const pack = () => step("package the extension", vsix);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    await build();
    await pack();
  });
}
