// Does something at once when it is asked for, and again at the earliest after a pause, however often it is asked for meanwhile.

import type { Disposable } from "./emitter.ts";

export class Throttle implements Disposable {
  readonly #work: () => boolean;
  readonly #pauseMs: number;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isRequested = false;

  /** `work` says whether it did anything: only that is followed by a pause. */
  constructor(work: () => boolean, pauseMs: number) {
    this.#work = work;
    this.#pauseMs = pauseMs;
  }

  request(): void {
    if (this.#pause === undefined) this.#run();
    else this.#isRequested = true;
  }

  /** Does now what was asked for and would have come after the pause. */
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
