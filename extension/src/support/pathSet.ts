// Gathers the paths that a burst of file events names and hands them on together. The editor gathers them too, for longer: what comes
// apart here belongs to one of its deliveries.

import type { Disposable } from "./emitter.ts";

export class ChangeBuffer implements Disposable {
  readonly #paths = new Set<string>();
  readonly #flush: (paths: string[]) => void;
  readonly #pauseMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(flush: (paths: string[]) => void, pauseMs = 10) {
    this.#flush = flush;
    this.#pauseMs = pauseMs;
  }

  add(path: string): void {
    this.#paths.add(path);
    // The first event of a burst sets the time, so that a writer that never pauses cannot hold changes back for ever.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const paths = topmostPaths(this.#paths);
      this.#paths.clear();
      this.#flush(paths);
    }, this.#pauseMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#paths.clear();
  }
}

/** So many folders are quicker compared one by one than looked up by each part of a path. */
const FEW_FOLDERS = 8;

/** Leaves out what lies below another path of the set: a folder is read with all that is in it. */
export function topmostPaths(paths: Iterable<string>): string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !isBelow(path, all));
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  if (path === "") return false;
  if (folders.size <= FEW_FOLDERS) {
    for (const folder of folders) if (folder === "" || (path.startsWith(folder) && path[folder.length] === "/")) return true;
    return false;
  }
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (folders.has(path.slice(0, end))) return true;
  }
  return folders.has("");
}
