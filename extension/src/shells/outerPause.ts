// The pauses of writing that the engine cannot see: an environment variable, and a file of the user for every
// project.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { isProjectHome, type IsProject } from "./projectPlace.ts";
import type { OuterPause } from "../../../webviews/contract/generated/protocol.ts";

/** Where pauses from outside of the projects come from. */
export interface OuterPauses {
  /** The folders of which one contains the file. */
  readonly folders: readonly string[];
  /** The name of the file. */
  readonly file: string;
  /** Returns the pause, or undefined if there is none. */
  read(isProject: IsProject): OuterPause | undefined;
}

const VARIABLE = "HANDOFF_PAUSE";
const FILE = "PAUSE";
/** Maximum number of bytes that are read of a reason. */
const MAX_REASON_BYTES = 1000;

/**
 * The pauses of this process and of the person who runs it. The file is in `~/.handoff`, unless a project in the
 * home folder has that place: then it is in the folder for state, as for the command.
 */
export function outerPauses(environment: NodeJS.ProcessEnv = process.env, home: string = homedir()): OuterPauses {
  const folder = join(home, ".handoff");
  const named = [environment["XDG_STATE_HOME"], environment["LOCALAPPDATA"]].find((path) => path !== undefined && isAbsolute(path));
  const state = join(named ?? join(home, ".local", "state"), "handoff", "user");
  const read = (isProject: IsProject): OuterPause | undefined =>
    ofVariable(environment) ?? ofFile(join(isProjectHome(folder, isProject) ? state : folder, FILE));
  return { folders: [folder, state], file: FILE, read };
}

function ofVariable(environment: NodeJS.ProcessEnv): OuterPause | undefined {
  const value = environment[VARIABLE]?.trim() ?? "";
  if (["", "0", "false"].includes(value)) return undefined;
  return { scope: "variable", origin: VARIABLE, reason: ["1", "true"].includes(value) ? "" : value };
}

/** Anything at that path pauses, even if it cannot be read. */
function ofFile(path: string): OuterPause | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found && { scope: "user", origin: path, reason: readReason(path) };
}

/** Reads the reason, as far as it can be read. */
function readReason(path: string): string {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      if (!fstatSync(file).isFile()) return "";
      const bytes = new Uint8Array(MAX_REASON_BYTES);
      const length = readSync(file, bytes);
      return new TextDecoder().decode(bytes.subarray(0, length)).replace(/�+$/u, "");
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
