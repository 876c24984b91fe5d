// Installs programs into the tool cache, apart from the dependencies of the repository.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolEnv } from "./machine.mjs";
import { run } from "./process.mjs";
import { installTool, toolFolder } from "./toolCache.mjs";

/** Starts an npm project of its own, which `npm ci` in the repository does not change. @param {string} folder */
export function startNpmFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
}

/** Compiles and installs programs with cargo. @param {{ name: string, version: string }[]} packages */
export async function installWithCargo(packages) {
  // Shared by the packages, because they have dependencies in common.
  const target = mkdtempSync(join(tmpdir(), "handoff-tools-"));
  // An unoptimized build of the build tools takes a quarter of the time, and their speed does not matter.
  const env = { ...toolEnv(), CARGO_TARGET_DIR: target, CARGO_PROFILE_DEV_DEBUG: "0", CARGO_INCREMENTAL: "0" };
  try {
    for (const { name, version } of packages) {
      await installTool(toolFolder(name, version), async (folder) => {
        await run("cargo", ["install", "--debug", "--root", folder, `${name}@${version}`], { cwd: folder, env, heartbeat: true });
      });
    }
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
