// The launcher: the file by which programs outside of VSCode start the command in the package. Its path stays the same when
// VSCode or the extension is updated.

import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, win32 } from "node:path";

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

/** Writes the launcher into a folder, if it is not there or starts another command. Returns the variables that name it to the command. */
export function writeLauncher(folder: string, { file, runtime }: PackagedCommand): Record<string, string> {
  if (runtime === undefined) {
    const launcher = join(folder, `handoff${onWindows ? ".exe" : ""}`);
    if (!isCopy(launcher, file)) replace(launcher, (beside) => copyFileSync(file, beside));
    return { HANDOFF_LAUNCHER: launcher };
  }
  if (!onWindows) {
    const launcher = join(folder, "handoff");
    writeText(launcher, shell(launcher, file, runtime));
    return { HANDOFF_LAUNCHER: launcher };
  }
  const { files, env } = windowsLauncher(folder, file, runtime);
  for (const [name, text] of Object.entries(files)) writeText(name, text);
  return env;
}

/**
 * Returns the files of the launcher on Windows, and the variables that name it. A shell starts the batch file, as for a hook.
 * Other programs cannot, so they start the script with VSCode.
 */
export function windowsLauncher(folder: string, file: string, runtime: string) {
  const stem = win32.join(folder, "handoff");
  const [batch, script] = [`${stem}.cmd`, `${stem}.js`];
  const asNode = { ELECTRON_RUN_AS_NODE: "1" };
  const start = { words: [runtime, script], env: asNode };
  const env = { HANDOFF_LAUNCHER: batch, HANDOFF_START: JSON.stringify(start) };
  // A batch file replaces what is between two of these signs.
  const lines = ["@echo off", "set ELECTRON_RUN_AS_NODE=1", `"${runtime.replaceAll("%", "%%")}" "%~dp0handoff.js" %*`];
  return { files: { [batch]: lines.map((line) => `${line}\r\n`).join(""), [script]: findingScript(file, env) }, env };
}

/** Returns the script that starts the command, of another version of the extension if this one is gone. */
function findingScript(file: string, env: Record<string, string>): string {
  const extension = win32.dirname(win32.dirname(win32.dirname(file)));
  const [extensions, start] = [win32.dirname(extension), withoutVersion(win32.basename(extension))];
  return `// Starts the handoff command of the Handoff extension. The extension writes this file.
const { existsSync, readdirSync } = require("node:fs");
const { join } = require("node:path");
const extensions = ${JSON.stringify(extensions)};
const others = existsSync(extensions) ? readdirSync(extensions).filter((name) => name.startsWith(${JSON.stringify(start)})) : [];
const files = [${JSON.stringify(file)}, ...others.map((name) => join(extensions, name, "dist", "command", ${JSON.stringify(win32.basename(file))}))];
const script = files.find(existsSync);
if (script === undefined) {
  console.error("handoff: VSCode or its Handoff extension has moved. Open a project with Handoff in VSCode once.");
  process.exit(127);
}
Object.assign(process.env, ${JSON.stringify(env)});
require(script);
`;
}

/** Returns whether a file is a copy of another one, which is newer after an update. */
function isCopy(file: string, original: string): boolean {
  if (!existsSync(file)) return false;
  const [one, other] = [statSync(file), statSync(original)];
  return one.size === other.size && one.mtimeMs >= other.mtimeMs;
}

function writeText(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) replace(file, (beside) => writeFileSync(beside, text));
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

/** Returns the name of an extension's folder without its version: `publisher.name-`. */
function withoutVersion(folder: string): string {
  return folder.replace(/-\d.*$/u, "-");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
