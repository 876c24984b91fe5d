// Flushes folders, so that a change of a name survives a loss of power. Windows cannot flush a folder; there
// the journal of the file system keeps the order.

import * as fs from "node:fs";
import * as disk from "node:fs/promises";
import { dirname } from "node:path";

/** Errors of a folder that another program has removed, and of file systems that have nothing to flush. */
const HARMLESS = new Set(["ENOENT", "EINVAL", "ENOTSUP", "ENOSYS"]);

/** Creates a folder and its parents. */
export async function makeFolders(folder: string): Promise<void> {
  const first = await disk.mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flushAround(made);
}

/** Flushes the folders in which some files or folders are, each once. */
export async function flushAround(...places: readonly string[]): Promise<void> {
  if (process.platform === "win32") return;
  for (const folder of new Set(places.map((place) => dirname(place)))) await flush(folder);
}

async function flush(folder: string): Promise<void> {
  try {
    const opened = await disk.open(folder, fs.constants.O_RDONLY);
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && HARMLESS.has(String(error.code)))) throw error;
  }
}

/** Returns the identity of a folder on its disk, as the command does; null where copies have the same identity. */
export function placeOf(folder: string): string | null {
  if (process.platform === "win32") return null;
  return fs.statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino.toString() ?? null;
}
