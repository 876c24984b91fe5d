// An event emitter without VSCode's API, so that everything below the views can be tested in plain
// Node.

export interface Disposable {
  dispose(): void;
}

/** Same shape as VSCode's events. */
export type EventOf<T> = (listener: (value: T) => unknown) => Disposable;

export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: EventOf<T> = (listener) => {
    const own = (value: T): unknown => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Combines disposables into one, which disposes of them in reverse order. */
export function combineDisposables(parts: Iterable<Disposable>): Disposable {
  const all = [...parts];
  return {
    dispose: () => {
      for (const part of all.splice(0).toReversed()) part.dispose();
    },
  };
}
