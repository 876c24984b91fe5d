// The main working tree of a linked Git worktree. All worktrees share the claims in its `.handoff`.

import * as fs from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/**
 * Returns the `.handoff` folder of the main working tree, for that of a linked one, if there is one
 * at the same place.
 */
export function mainHome(home: string): string | undefined {
  try {
    const folder = dirname(home);
    const top = foldersFrom(folder).find((above) => fs.existsSync(join(above, ".git")));
    const main = top === undefined ? undefined : mainCheckout(top);
    if (top === undefined || main === undefined) return undefined;
    const shared = join(main, relative(top, folder), basename(home));
    return fs.lstatSync(shared).isDirectory() ? shared : undefined;
  } catch {
    // What cannot be read is not shared.
    return undefined;
  }
}

/** Returns a folder and those above it, the innermost first. */
function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}

/** Returns the main checkout of the repository that a folder is another worktree of. */
function mainCheckout(folder: string): string | undefined {
  const pointer = join(folder, ".git");
  if (!fs.lstatSync(pointer).isFile()) return undefined;
  const text = fs.readFileSync(pointer, "utf8");
  if (!text.startsWith("gitdir:")) return undefined;
  const own = resolve(folder, text.slice("gitdir:".length).trim());
  const common = fs.realpathSync(resolve(own, fs.readFileSync(join(own, "commondir"), "utf8").trim()));
  return basename(common) === ".git" ? dirname(common) : undefined;
}
