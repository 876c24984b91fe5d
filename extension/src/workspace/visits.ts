// When the user was last on the dashboard of a project. This is a state of the user, not of the
// project: it is kept in VSCode's storage, so that it is neither shared nor committed.

import type { Memento } from "vscode";
import { isNumber, recordOf } from "../../../webviews/contract/validate.ts";

/** Absence after which the changes since then are new: shorter ones would hide changes that the user has not read. */
const AWAY_AFTER_MS = 10 * 60_000;

/** Key of the stored state, before the project's ID. */
const KEY = "handoff.dashboardVisit ";

export class Visits {
  readonly #memory: Memento;
  readonly #now: () => number;

  constructor(memory: Memento, now: () => number = Date.now) {
    this.#memory = memory;
    this.#now = now;
  }

  /**
   * Notes that the user sees the page now. Returns the end of the visit before this one, in
   * milliseconds since 1970; null on the first visit.
   *
   * A visit goes on as long as the page is seen again within ten minutes. So the changes stay on the
   * page while it is used, after a look at another tab, and after a reload of the window.
   */
  see(project: string): number | null {
    const { since, seen } = this.#read(project);
    const now = this.#now();
    const begin = seen !== null && now - seen > AWAY_AFTER_MS ? seen : since;
    void this.#memory.update(KEY + project, { since: begin, seen: now });
    return begin;
  }

  /** Returns what `see` returned last. */
  since(project: string): number | null {
    return this.#read(project).since;
  }

  #read(project: string): { since: number | null; seen: number | null } {
    const { since, seen } = recordOf(this.#memory.get(KEY + project));
    return { since: isNumber(since) ? since : null, seen: isNumber(seen) ? seen : null };
  }
}
