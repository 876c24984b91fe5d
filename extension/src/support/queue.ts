// Runs tasks one after another. A task that has not begun can be cancelled by its signal; one that has begun runs to its end.

export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T> | T, signal?: AbortSignal): Promise<T> {
    const result = this.#last.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
