// Finds programs on the search path.

import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

/**
 * Returns the path of a program; undefined if it is not installed. A relative folder could be one of the project, so it is
 * left out.
 */
export function findProgram(name: string, searchPath: string = defaultSearchPath()): string | undefined {
  const file = `${name}${process.platform === "win32" ? ".exe" : ""}`;
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, file)).find(isProgram);
}

/** The search path, and then the folder of cargo, which an editor that was not started in a terminal may lack. */
function defaultSearchPath(): string {
  const cargoHome = process.env["CARGO_HOME"] ?? join(homedir(), ".cargo");
  return [process.env["PATH"] ?? "", join(cargoHome, "bin")].join(delimiter);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
