// Counts what the conversations of a day cost.

/** Tokens and calls, by conversation: an agent within a session. */
export class Tally {
  #rows = new Map();
  #count;

  /** @param count returns the tokens of a text */
  constructor(count) {
    this.#count = count;
  }

  #row(about, by) {
    const key = `${about} ${by}`;
    if (!this.#rows.has(key)) this.#rows.set(key, { about, by, calls: 0, refused: 0, unknown: 0, given: 0, answered: 0, values: 0 });
    return this.#rows.get(key);
  }

  /** Adds a call. `value` is what a client shows to the model in place of the text, if it is another one. */
  call(about, by, { args, text, value = text, isRefused = false, isUnknown = false }) {
    const row = this.#row(about, by);
    row.calls += 1;
    row.refused += Number(isRefused);
    row.unknown += Number(isUnknown);
    row.given += this.#count(typeof args === "string" ? args : JSON.stringify(args));
    row.answered += this.#count(text);
    row.values += this.#count(value);
  }

  /** Adds a text that the agent gets without a call. */
  text(about, by, text) {
    const row = this.#row(about, by);
    row.answered += this.#count(text);
    row.values += this.#count(text);
  }

  rows() {
    return [...this.#rows.values()];
  }
}

/** Returns the sum of a column. */
export const sum = (rows, column) => rows.reduce((total, row) => total + row[column], 0);
