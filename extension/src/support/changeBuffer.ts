// Gathers the paths that a burst of file events names and hands them on together. The editor gathers them too, for longer: what comes
// apart here belongs to one of its deliveries.

import type { Disposable } from "./emitter.ts";
import { topmost } from "./coverage.ts";

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
      const paths = topmost(this.#paths);
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
