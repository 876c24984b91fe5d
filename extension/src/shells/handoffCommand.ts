// Finds the `handoff` command on the search path.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const NAME = `handoff${process.platform === "win32" ? ".exe" : ""}`;

/** Returns the path of the command; undefined if it is not installed. A relative folder could be one of the project, so it is left out. */
export function findHandoffCommand(searchPath: string = process.env["PATH"] ?? ""): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, NAME)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
