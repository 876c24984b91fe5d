// Runs work at once when requested, then at most once per pause.

import type { Disposable } from "./emitter.ts";

export class Throttle implements Disposable {
  readonly #work: () => boolean;
  readonly #pauseMs: number;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isRequested = false;

  /** `work` returns whether it did anything; a pause follows only if it did. */
  constructor(work: () => boolean, pauseMs: number) {
    this.#work = work;
    this.#pauseMs = pauseMs;
  }

  request(): void {
    if (this.#pause === undefined) this.#run();
    else this.#isRequested = true;
  }

  /** Runs a pending request without waiting for the pause. */
  flush(): void {
    if (this.#isRequested) this.#run();
  }

  dispose(): void {
    clearTimeout(this.#pause);
  }

  #run(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#isRequested = false;
    if (!this.#work()) return;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.flush();
    }, this.#pauseMs);
  }
}
