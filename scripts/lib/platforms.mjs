// The platforms with a native command.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { Failure } from "./process.mjs";

/** @typedef {{ os: string, cpu: string }} Platform the names of Node.js, npm and VSCode */

/** The platforms, by the target of the compiler. @type {Record<string, Platform>} */
export const platforms = {
  "x86_64-unknown-linux-musl": { os: "linux", cpu: "x64" },
  "aarch64-unknown-linux-musl": { os: "linux", cpu: "arm64" },
  "x86_64-apple-darwin": { os: "darwin", cpu: "x64" },
  "aarch64-apple-darwin": { os: "darwin", cpu: "arm64" },
  "x86_64-pc-windows-msvc": { os: "win32", cpu: "x64" },
  "aarch64-pc-windows-msvc": { os: "win32", cpu: "arm64" },
};

/** @param {Platform} platform */
export const fileOn = ({ os }) => (os === "win32" ? "handoff.exe" : "handoff");

/**
 * Returns the platform of a target and the command that was built for it.
 * @param {string} target
 * @param {string} [file] the command, if it is elsewhere
 */
export function nativeCommand(target, file) {
  const platform = platforms[target];
  if (platform === undefined) throw new Failure(`There is no package for ${target}. The targets are ${Object.keys(platforms).join(", ")}.`);
  const command = file ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), target, "command", fileOn(platform));
  if (!existsSync(command)) throw new Failure(`${command} is missing: "cargo build --profile command --package handoff-cli --target ${target}".`);
  return { platform, command };
}
