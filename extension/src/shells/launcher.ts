// The launcher: a small script by which programs outside of VSCode start the command in the package. Its path stays the
// same when VSCode or the extension is updated.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface LauncherPlace {
  /** The folder of the launcher. */
  readonly folder: string;
  /** The folder of the extension. */
  readonly extension: string;
  /** The program that runs JavaScript: Node.js, or VSCode, which is one with `ELECTRON_RUN_AS_NODE`. */
  readonly runtime: string;
}

const onWindows = process.platform === "win32";

/** The script of the command, below the folder of the extension. */
export const commandScript = join("dist", "command", "main.js");

export function launcherFile({ folder }: LauncherPlace): string {
  return join(folder, `handoff${onWindows ? ".cmd" : ""}`);
}

/** Writes the launcher if it is not there or names other programs. */
export function writeLauncher(place: LauncherPlace): void {
  const file = launcherFile(place);
  const text = onWindows ? batch(place) : shell(place);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(place.folder, { recursive: true });
  // Replaced as a whole, because an agent may start it at any time.
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, text);
  chmodSync(beside, 0o755);
  renameSync(beside, file);
}

/** Other versions of the extension are searched as well: an update removes the folder of this one. */
function shell(place: LauncherPlace): string {
  const { extension, runtime } = place;
  const otherVersions = `${quote(join(dirname(extension), withoutVersion(basename(extension))))}*${quote(`/${commandScript}`)}`;
  return `#!/bin/sh
# Starts the handoff command of the Handoff extension. The extension writes this file.
for script in ${quote(join(extension, commandScript))} ${otherVersions}; do
  [ -f "$script" ] && break
done
runtime=${quote(runtime)}
[ -x "$runtime" ] || runtime=$(command -v node)
if [ ! -f "$script" ] || [ -z "$runtime" ]; then
  echo "handoff: VSCode or its Handoff extension has moved. Open a project with Handoff in VSCode once." >&2
  exit 127
fi
HANDOFF_LAUNCHER=${quote(launcherFile(place))} ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$script" "$@"
`;
}

function batch({ extension, runtime }: LauncherPlace): string {
  const lines = ["@echo off", "set HANDOFF_LAUNCHER=%~f0", "set ELECTRON_RUN_AS_NODE=1", `"${runtime}" "${join(extension, commandScript)}" %*`];
  return lines.map((line) => `${line}\r\n`).join("");
}

/** Returns the name of an extension's folder without its version: `publisher.name-`. */
function withoutVersion(folder: string): string {
  return folder.replace(/-\d.*$/u, "-");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
