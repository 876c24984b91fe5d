// Installs programs below `.tools/`, apart from the dependencies of the repository.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cargoFolder, toolEnv } from "./machine.mjs";
import { tools } from "./paths.mjs";
import { run } from "./process.mjs";

/** Starts an npm project of its own, which `npm ci` in the repository does not change. @param {string} folder */
export function startNpmFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
}

/** Installs programs with cargo. @param {string[]} packages with their versions, `name@version` */
export async function installWithCargo(packages) {
  const target = join(tools, "cargo-target");
  // An unoptimized build of the build tools takes a quarter of the time, and their speed does not matter.
  const env = { ...toolEnv(), CARGO_TARGET_DIR: target, CARGO_PROFILE_DEV_DEBUG: "0", CARGO_INCREMENTAL: "0" };
  mkdirSync(tools, { recursive: true });
  await run("cargo", ["install", "--debug", "--force", "--root", cargoFolder, ...packages], { cwd: tools, env });
  rmSync(target, { recursive: true, force: true });
}
