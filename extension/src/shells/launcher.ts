// The launcher: the file by which programs outside of VSCode start the command in the package. Its path stays the same when
// VSCode or the extension is updated.

import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The command in the package: a native program, or a script and the program that runs it. */
export interface PackagedCommand {
  readonly file: string;
  /** Node.js, or VSCode, which is one with `ELECTRON_RUN_AS_NODE`; undefined for a native program. */
  readonly runtime: string | undefined;
}

const onWindows = process.platform === "win32";
/** Where the command is, below the folder of the extension. */
const folderOfCommand = join("dist", "command");

/** Finds the command in the folder of the extension: the native one in a package for one platform. */
export function findPackaged(extension: string): PackagedCommand | undefined {
  const folder = join(extension, folderOfCommand);
  const [native, script] = [join(folder, `handoff${onWindows ? ".exe" : ""}`), join(folder, "main.js")];
  if (existsSync(native)) return { file: native, runtime: undefined };
  return existsSync(script) ? { file: script, runtime: process.execPath } : undefined;
}

/** Writes the launcher into a folder, if it is not there or starts another command. Returns its path. */
export function writeLauncher(folder: string, command: PackagedCommand): string {
  const launcher = join(folder, `handoff${extensionOf(command)}`);
  if (command.runtime === undefined) {
    if (!isCopy(launcher, command.file)) replace(launcher, (beside) => copyFileSync(command.file, beside));
    return launcher;
  }
  const text = onWindows ? batch(command.file, command.runtime) : shell(launcher, command.file, command.runtime);
  if (!existsSync(launcher) || readFileSync(launcher, "utf8") !== text) replace(launcher, (beside) => writeFileSync(beside, text));
  return launcher;
}

function extensionOf({ runtime }: PackagedCommand): string {
  if (!onWindows) return "";
  return runtime === undefined ? ".exe" : ".cmd";
}

/** Returns whether a file is a copy of another one, which is newer after an update. */
function isCopy(file: string, original: string): boolean {
  if (!existsSync(file)) return false;
  const [one, other] = [statSync(file), statSync(original)];
  return one.size === other.size && one.mtimeMs >= other.mtimeMs;
}

/** Replaces the launcher as a whole, because an agent may start it at any time. */
function replace(launcher: string, write: (beside: string) => void): void {
  mkdirSync(dirname(launcher), { recursive: true });
  const beside = `${launcher}.${process.pid}`;
  write(beside);
  chmodSync(beside, 0o755);
  try {
    renameSync(beside, launcher);
  } catch {
    // Windows replaces no program that runs. The next window tries again.
    rmSync(beside);
  }
}

/** Other versions of the extension are searched as well: an update removes the folder of this one. */
function shell(launcher: string, file: string, runtime: string): string {
  const extension = dirname(dirname(dirname(file)));
  const otherVersions = `${quote(join(dirname(extension), withoutVersion(basename(extension))))}*${quote(`/${folderOfCommand}/${basename(file)}`)}`;
  return `#!/bin/sh
# Starts the handoff command of the Handoff extension. The extension writes this file.
for script in ${quote(file)} ${otherVersions}; do
  [ -f "$script" ] && break
done
runtime=${quote(runtime)}
[ -x "$runtime" ] || runtime=$(command -v node)
if [ ! -f "$script" ] || [ -z "$runtime" ]; then
  echo "handoff: VSCode or its Handoff extension has moved. Open a project with Handoff in VSCode once." >&2
  exit 127
fi
HANDOFF_LAUNCHER=${quote(launcher)} ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$script" "$@"
`;
}

function batch(file: string, runtime: string): string {
  const lines = ["@echo off", "set HANDOFF_LAUNCHER=%~f0", "set ELECTRON_RUN_AS_NODE=1", `"${runtime}" "${file}" %*`];
  return lines.map((line) => `${line}\r\n`).join("");
}

/** Returns the name of an extension's folder without its version: `publisher.name-`. */
function withoutVersion(folder: string): string {
  return folder.replace(/-\d.*$/u, "-");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
