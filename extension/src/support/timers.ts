// Delayed work that ends with its owner.

import type { Disposable } from "./emitter.ts";

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
