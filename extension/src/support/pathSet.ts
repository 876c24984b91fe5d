// Collects the paths of a burst of file events and passes them on together. VSCode also batches
// events, over a longer time: events that arrive separately here belong to one of its batches.

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
    // The first event of a burst starts the timer, so a continuous writer cannot delay the flush
    // forever.
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

/** Up to this many folders, comparing one by one is faster than looking up each part of a path. */
const FEW_FOLDERS = 8;

/**
 * Removes paths that are below another path of the set, since a folder is read with its contents.
 */
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
