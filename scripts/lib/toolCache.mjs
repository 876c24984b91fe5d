// The folder of the installed tools. It belongs to the person: clones, working trees and parallel runs share it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";

const DAY_MS = 86_400_000;

function userCache() {
  const { XDG_CACHE_HOME = "", LOCALAPPDATA = "" } = process.env;
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  if (process.platform === "win32" && LOCALAPPDATA !== "") return LOCALAPPDATA;
  return process.platform === "darwin" ? join(homedir(), "Library", "Caches") : join(homedir(), ".cache");
}

/** The variable `HANDOFF_TOOL_CACHE` moves the folder. */
export const toolCache = process.env.HANDOFF_TOOL_CACHE || join(userCache(), "handoff", "tools");

/** Removes all versions of a tool that were not installed or taken within some days. @param {string} name @param {number} days */
export function removeUnused(name, days) {
  for (const entry of readdirSync(toolCache).filter((one) => one.startsWith(`${name}-`))) {
    const path = join(toolCache, entry);
    // Another process may have removed it.
    const taken = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - taken > days * DAY_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Returns the folder of a version of a tool. @param {string} name @param {string | number} version */
export const toolFolder = (name, version) => join(toolCache, `${name}-${version}`);

/** Removes what interrupted installations of a tool left. @param {string} folder */
function removeAbandoned(folder) {
  const prefix = `${basename(folder)}.`;
  for (const name of readdirSync(dirname(folder)).filter((one) => one.startsWith(prefix))) {
    const path = join(dirname(folder), name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Installs a tool into its folder unless that exists. The work gets a folder beside it, which is renamed when
 * the work is done: no run sees half a tool, and of two installations at once one wins.
 * @param {string} folder the result of `toolFolder`
 * @param {(folder: string) => Promise<void>} work
 * @returns {Promise<boolean>} true if the work was run
 */
export async function installTool(folder, work) {
  if (existsSync(folder)) {
    const now = new Date();
    utimesSync(folder, now, now);
    return false;
  }
  mkdirSync(dirname(folder), { recursive: true });
  removeAbandoned(folder);
  const beside = mkdtempSync(`${folder}.`);
  try {
    await work(beside);
    renameSync(beside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return true;
}
