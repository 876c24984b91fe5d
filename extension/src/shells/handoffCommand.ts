// The `handoff` command: a native one of the same version if one is installed, otherwise the one in the package.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HandoffCommand, Launch } from "../support/handoffProgram.ts";
import { findProgram } from "./findProgram.ts";
import { findPackaged, writeLauncher } from "./launcher.ts";

interface CommandPlace {
  /** The version of the extension. */
  readonly version: string;
  /** The folder of the extension. */
  readonly extension: string;
  /** The folder for files of the extension that outlive an update. */
  readonly storage: string;
}

/** Maximum duration of a question to a program. */
const QUESTION_TIMEOUT_MS = 10_000;

export function handoffCommand({ version, extension, storage }: CommandPlace): HandoffCommand {
  const launchers = join(storage, "bin");
  // A build for trying has the version of its command and this mark.
  const release = version.replace(/-trial$/u, "");
  const packaged = (): Launch | undefined => {
    const command = findPackaged(extension);
    if (command === undefined) return undefined;
    const env = writeLauncher(launchers, command);
    if (command.runtime === undefined) return { program: command.file, args: [], env, isPackaged: true };
    return { program: command.runtime, args: [command.file], env: { ...env, ELECTRON_RUN_AS_NODE: "1" }, isPackaged: true };
  };
  const find = async (): Promise<Launch | undefined> => {
    const program = findProgram("handoff");
    const native: Launch | undefined = program === undefined ? undefined : { program, args: [], env: {}, isPackaged: false };
    return native !== undefined && (await versionOf(native)) === release ? native : (packaged() ?? native);
  };
  // Other programs start it, so it must be that of this version.
  if (existsSync(launchers)) packaged();
  return {
    find,
    run: ({ program, args, env }, more, folder) =>
      new Promise((resolve) => {
        const options = { cwd: folder, env: { ...process.env, ...env }, windowsHide: true, maxBuffer: Infinity };
        const child = execFile(program, [...args, ...more], options, (error, output, errors) => {
          resolve({ code: error === null ? 0 : (child.exitCode ?? -1), output, errors });
        });
      }),
  };
}

/** Returns the version of a command; undefined if it does not run. */
function versionOf({ program }: Launch): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, ["--version"], { timeout: QUESTION_TIMEOUT_MS, windowsHide: true }, (error, output) => {
      resolve(error === null ? /^handoff (\S+)/u.exec(output)?.[1] : undefined);
    });
  });
}
