// Which relative paths a shell may touch at all. The engine makes only such paths; this is the second lock on the same door.

/** Why a path may not be used, or null when it may. */
export function pathFault(path: string): string | null {
  const bad = path.split("/").some((part) => part === "" || part === "." || part === ".." || /[\\\0]/u.test(part) || /^[A-Za-z]:/u.test(part));
  return bad ? `The path ${JSON.stringify(path)} is not inside the .handoff folder.` : null;
}

/** The folders on the way to a path, from the top: `a/b/c` has `a` and `a/b`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
