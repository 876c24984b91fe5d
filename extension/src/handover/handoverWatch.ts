// Follows the files of the projects' handovers, to find those that were interrupted.

import { RelativePattern, workspace } from "vscode";
import type { InterruptedHandover } from "../../../webviews/contract/generated/protocol.ts";
import { combineDisposables, Emitter, type Disposable } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import type { Projects } from "../workspace/projects.ts";

/** A step of a handover changes several files at once. */
const SETTLE_DELAY_MS = 250;

export interface FoundHandover {
  readonly project: Project;
  readonly handover: InterruptedHandover;
}

/** A project whose files are followed. */
interface Followed {
  readonly project: Project;
  readonly watcher: Disposable;
  next: ReturnType<typeof setTimeout> | undefined;
  interrupted: InterruptedHandover | undefined;
}

export class HandoverWatch implements Disposable {
  readonly #projects: Pick<Projects, "all" | "onDidChange">;
  readonly #log: (message: string) => void;
  readonly #changed = new Emitter<void>();
  readonly #followed = new Map<string, Followed>();
  readonly #subscription: Disposable;

  /** Fires when a handover was found to be interrupted, or no longer is. */
  readonly onDidChange = this.#changed.event;

  constructor(projects: Pick<Projects, "all" | "onDidChange">, log: (message: string) => void) {
    this.#projects = projects;
    this.#log = log;
    this.#subscription = projects.onDidChange(() => this.#follow());
  }

  get interrupted(): FoundHandover[] {
    return [...this.#followed.values()].flatMap(({ project, interrupted }) => (interrupted === undefined ? [] : [{ project, handover: interrupted }]));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    for (const id of this.#followed.keys()) this.#leave(id);
  }

  #follow(): void {
    const ready = this.#projects.all.filter((project) => project.state === "ready" && project.summary.initialized);
    for (const [id, { project }] of this.#followed) if (!ready.includes(project)) this.#leave(id);
    for (const project of ready) {
      if (this.#followed.has(project.id)) continue;
      const files = workspace.createFileSystemWatcher(new RelativePattern(placeOf(project.id, ""), "local/handover/*"));
      const look = (): void => this.#lookAfter(followed, SETTLE_DELAY_MS);
      const watcher = combineDisposables([files, files.onDidCreate(look), files.onDidChange(look), files.onDidDelete(look)]);
      const followed: Followed = { project, watcher, next: undefined, interrupted: undefined };
      this.#followed.set(project.id, followed);
      void this.#look(followed);
    }
  }

  #leave(id: string): void {
    const followed = this.#followed.get(id);
    this.#followed.delete(id);
    followed?.watcher.dispose();
    clearTimeout(followed?.next);
    if (followed?.interrupted !== undefined) this.#changed.fire();
  }

  #lookAfter(followed: Followed, ms: number): void {
    clearTimeout(followed.next);
    followed.next = setTimeout(() => void this.#look(followed), ms);
  }

  async #look(followed: Followed): Promise<void> {
    try {
      const check = await followed.project.onDemand.checkHandover();
      if (this.#followed.get(followed.project.id) !== followed) return;
      if (check.kind === "running") this.#lookAfter(followed, check.lookAgainAfterMs);
      const interrupted = check.kind === "interrupted" ? check.handover : undefined;
      if (JSON.stringify(interrupted) === JSON.stringify(followed.interrupted)) return;
      followed.interrupted = interrupted;
      this.#changed.fire();
    } catch (error) {
      this.#log(`Reading the state of the handover failed: ${String(error)}`);
    }
  }
}
