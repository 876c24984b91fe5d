// Waiting without blocking the window.

import type { Disposable } from "./emitter.ts";

/** Lets other work of the window run before the next step. */
export async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

/** Waits for work, but no longer than some time. The work goes on. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

/** Delayed work, which is cancelled when its owner is disposed of. */
export class Timers implements Disposable {
  readonly #pending = new Set<ReturnType<typeof setTimeout>>();

  after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#pending.delete(timer);
      work();
    }, ms);
    this.#pending.add(timer);
  }

  dispose(): void {
    for (const timer of this.#pending) clearTimeout(timer);
  }
}
