// Follows the claims of all projects, and the agents that wait, as long as there are any. It updates the views when a claim or its process ends,
// and each minute, since views show the age of claims. It renews the claims of the user while the window is in use.

import { window } from "vscode";
import { Emitter, type Disposable } from "../support/emitter.ts";
import type { Project } from "./project.ts";
import type { Projects } from "./projects.ts";

const MINUTE_MS = 60_000;
/** A third of the lease, so that one renewal may fail. */
const RENEWAL_MINUTES = 5;

export class ClaimWatch implements Disposable {
  readonly #projects: Pick<Projects, "all" | "onDidChange">;
  readonly #ticked = new Emitter<void>();
  readonly #subscription: Disposable;
  #minutes: ReturnType<typeof setInterval> | undefined;
  #end: ReturnType<typeof setTimeout> | undefined;
  #minutesSinceRenewal = 0;

  /** Fires each minute while a task is held. */
  readonly onDidTick = this.#ticked.event;

  constructor(projects: Pick<Projects, "all" | "onDidChange">) {
    this.#projects = projects;
    this.#subscription = projects.onDidChange(() => this.#follow());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#ticked.dispose();
    clearInterval(this.#minutes);
    clearTimeout(this.#end);
  }

  /** The projects in which a task is held or an agent waits, each with the time when its first claim ends. */
  get #held(): { project: Project; nextEnd: number }[] {
    return this.#projects.all.flatMap((project) => {
      if (project.state !== "ready") return [];
      const { claims, waitingAgents } = project.summary;
      if (claims === undefined && waitingAgents === undefined) return [];
      return [{ project, nextEnd: claims?.nextEnd ?? Date.now() + MINUTE_MS }];
    });
  }

  #follow(): void {
    const ends = this.#held.map(({ nextEnd }) => nextEnd);
    clearTimeout(this.#end);
    if (ends.length === 0) {
      clearInterval(this.#minutes);
      this.#minutes = undefined;
      return;
    }
    this.#checkHolders();
    this.#minutes ??= setInterval(() => this.#tick(), MINUTE_MS);
    this.#end = setTimeout(() => this.#drop(), Math.max(0, Math.min(...ends) - Date.now()));
  }

  /** Reads the views again without the claims that have ended. */
  #drop(): void {
    const ended = this.#held.filter(({ nextEnd }) => nextEnd <= Date.now());
    for (const { project } of ended) project.invalidate();
    if (ended.length === 0) this.#follow();
  }

  #checkHolders(): void {
    for (const { project } of this.#held) void project.checkHolders();
  }

  #tick(): void {
    this.#checkHolders();
    this.#ticked.fire();
    this.#minutesSinceRenewal += 1;
    if (this.#minutesSinceRenewal < RENEWAL_MINUTES || !window.state.active) return;
    this.#minutesSinceRenewal = 0;
    for (const { project } of this.#held) {
      if ((project.summary.claims?.own.length ?? 0) > 0) void project.execute({ kind: "renewClaims" }, this);
    }
  }
}
