// Which project a folder on disk belongs to: the same rule as `crates/cli/src/project/place.rs`. Whether a
// `.handoff` folder is a project, the engine decides.

import * as fs from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";

/** Returns whether a `.handoff` folder is a project, by the content of its `config.toml` and its paths. */
export type IsProject = (config: Uint8Array | undefined, paths: readonly string[]) => boolean;

export interface Place {
  /** The folder of the working tree. */
  readonly folder: string;
  /** The `.handoff` folder that is used, which may be that of another working tree and need not exist. */
  readonly home: string;
  /** Whether there is a project, or something that could be one and cannot be read. */
  readonly isProject: boolean;
  /** Why `.handoff` is a link that is not followed: its path and its target. */
  readonly refused?: { readonly link: string; readonly target: string };
}

const HOME = ".handoff";

/**
 * Returns the place of the project of a folder: upwards to the root of its Git repository, or without one through
 * the user's own folders below the home folder; and in the main checkout for a worktree without a project. If there
 * is none, that of a new project in the folder. A folder that is opened through a link keeps its name.
 */
export function findPlace(folder: string, isProject: IsProject): Place {
  const real = realPath(folder);
  const place = findReal(real, isProject);
  if (place.folder !== real) return place;
  return { ...place, folder, home: place.home === join(real, HOME) ? join(folder, HOME) : place.home };
}

/** Returns whether a folder is the home folder of the user, also by another name. */
export function isUserHome(folder: string): boolean {
  return realPath(folder) === realPath(homedir());
}

function findReal(folder: string, isProject: IsProject): Place {
  const top = repositoryOf(folder);
  const folders = foldersFrom(folder);
  const end = folders.findIndex((one) => one !== folder && (top === undefined ? !isSearched(one) : !isWithin(one, top)));
  const searched = end === -1 ? folders : folders.slice(0, end);
  const own = searched.map((above) => placeAt(above, isProject)).find((place) => place.isProject);
  const main = top === undefined ? undefined : mainCheckout(top);
  const lent = (): Place | undefined =>
    top === undefined || main === undefined
      ? undefined
      : searched.map((above) => ({ ...placeAt(join(main, relative(top, above)), isProject), folder: above })).find((place) => place.isProject);
  return own ?? lent() ?? placeAt(folder, isProject);
}

/** Returns the path of a folder without links; that of one which cannot be read as it is. */
function realPath(folder: string): string {
  try {
    // The native one also corrects the case of a drive letter.
    return fs.realpathSync.native(folder);
  } catch {
    return folder;
  }
}

function placeAt(folder: string, isProject: IsProject): Place {
  const home = join(folder, HOME);
  const found = fs.lstatSync(home, { throwIfNoEntry: false });
  if (found === undefined) return { folder, home, isProject: false };
  if (found.isDirectory()) return { folder, home, isProject: isProjectHome(home, isProject) };
  if (!found.isSymbolicLink()) return { folder, home, isProject: true };
  const target = resolve(folder, fs.readlinkSync(home));
  const holder = follow(folder, target);
  if (holder === undefined) return { folder, home, isProject: true, refused: { link: home, target } };
  const followed = join(holder, HOME);
  return { folder, home: followed, isProject: isProjectHome(followed, isProject) };
}

/** Returns the folder of the `.handoff` that a link in a folder leads to; undefined if the link is not followed. */
function follow(folder: string, target: string): string | undefined {
  try {
    if (basename(target) !== HOME || !fs.lstatSync(target).isDirectory()) return undefined;
    const holder = fs.realpathSync(dirname(target));
    const [own, other] = [fs.realpathSync(folder), holder].map((inside) => {
      const top = repositoryOf(inside);
      return top === undefined ? undefined : commonFolder(top);
    });
    return own !== undefined && own === other ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a `.handoff` folder is a project. One that cannot be read counts, so that the reason is shown. */
export function isProjectHome(home: string, isProject: IsProject): boolean {
  const names = (path: string): string[] =>
    fs.readdirSync(join(home, path), { withFileTypes: true }).map(({ name }) => (path === "" ? name : `${path}/${name}`));
  const isFolder = (path: string): boolean => fs.lstatSync(join(home, path)).isDirectory();
  try {
    if (fs.lstatSync(home, { throwIfNoEntry: false }) === undefined) return false;
    const top = names("");
    const config = top.includes("config.toml") ? new Uint8Array(fs.readFileSync(join(home, "config.toml"))) : undefined;
    const tasks = top.includes("tasks") && isFolder("tasks") ? names("tasks") : [];
    return isProject(config, [...top, ...tasks, ...tasks.filter(isFolder).flatMap(names)]);
  } catch {
    return true;
  }
}

/**
 * Returns the `.handoff` folder of the main working tree, for that of a linked one, if there is one
 * at the same place. All worktrees share the claims in it.
 */
export function mainHome(home: string): string | undefined {
  try {
    const folder = dirname(home);
    const top = repositoryOf(folder);
    const main = top === undefined ? undefined : mainCheckout(top);
    if (top === undefined || main === undefined) return undefined;
    const shared = join(main, relative(top, folder), basename(home));
    return fs.lstatSync(shared).isDirectory() ? shared : undefined;
  } catch {
    // An unreadable folder is not shared.
    return undefined;
  }
}

/** Returns the root of the Git repository that a folder is in. */
function repositoryOf(folder: string): string | undefined {
  return foldersFrom(folder).find((above) => fs.existsSync(join(above, ".git")));
}

/** Returns a folder and those above it, the innermost first. */
function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}

/**
 * Returns whether a search without a repository goes on in a folder above: not at home, nor where the folder or its
 * `.handoff` belongs to another user. Where the owner is not known, as on Windows, only below the home folder.
 */
function isSearched(folder: string): boolean {
  const [home, user] = [realPath(homedir()), process.getuid?.()];
  if (folder === home) return false;
  if (user === undefined) return isWithin(folder, home);
  return [folder, join(folder, HOME)].every((path) => (fs.lstatSync(path, { throwIfNoEntry: false })?.uid ?? user) === user);
}

function isWithin(folder: string, top: string): boolean {
  return foldersFrom(folder).includes(top);
}

/** Returns the folder of a repository that its working trees share, by the root of one of them. */
function commonFolder(top: string): string | undefined {
  try {
    const pointer = join(top, ".git");
    if (fs.lstatSync(pointer).isDirectory()) return fs.realpathSync(pointer);
    const text = fs.readFileSync(pointer, "utf8");
    if (!text.startsWith("gitdir:")) return undefined;
    const own = resolve(top, text.slice("gitdir:".length).trim());
    const shared = join(own, "commondir");
    // A submodule has a folder of its own.
    return fs.realpathSync(fs.existsSync(shared) ? resolve(own, fs.readFileSync(shared, "utf8").trim()) : own);
  } catch {
    return undefined;
  }
}

/** Returns the main checkout of the repository that a folder is another worktree of. */
function mainCheckout(top: string): string | undefined {
  if (!fs.lstatSync(join(top, ".git")).isFile()) return undefined;
  const common = commonFolder(top);
  return common !== undefined && basename(common) === ".git" ? dirname(common) : undefined;
}
