// Paths that lie below other paths. The empty path is above all.

/** So many folders are quicker compared one by one than looked up by each part of a path. */
const FEW = 8;

/** Leaves out what lies below another path of the set: a folder is read with all that is in it. */
export function topmost(paths: Iterable<string>): string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !isBelow(path, all));
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  if (path === "") return false;
  if (folders.size <= FEW) {
    for (const folder of folders) if (folder === "" || (path.startsWith(folder) && path[folder.length] === "/")) return true;
    return false;
  }
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (folders.has(path.slice(0, end))) return true;
  }
  return folders.has("");
}
