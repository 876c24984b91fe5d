// Files of a project that are read only when they are needed: the trash, the stored steps, the packages and
// the state of the last handover.

import type { Answer, Context, FileState, HandoverCheck, UndoStep, TrashEntry } from "../../../webviews/contract/generated/protocol.ts";
import type { SupervisedEngine } from "../engine/supervisedEngine.ts";
import { sameBytes, type Shell } from "../shells/shell.ts";
import type { ActivityLogs } from "./activityLogs.ts";
import type { Queue } from "./commitQueue.ts";

/** The folder of the packages. */
const PACKAGES = "packages";
const CHECKPOINT = "local/handover/checkpoint.json";
const LOCK = "local/handover/lock";

/** What reading needs from a project. */
export interface OnDemandPorts {
  readonly shell: Shell;
  readonly queue: Queue;
  engine(): SupervisedEngine;
  context(): Context;
  /** The activity log, which says who has changed what. */
  log(): Pick<ActivityLogs, "readHistory" | "readSpan">;
  load(): Promise<void>;
  /** Feeds the files that were found at these places. */
  feed(places: string[], files: FileState[]): void;
  /** Returns the entries of the trash, once it was fed. */
  trash(): TrashEntry[];
  /** The packages were read. */
  onRead(): void;
}

export class OnDemandFiles {
  readonly #ports: OnDemandPorts;
  #packages: Promise<void> | undefined;

  constructor(ports: OnDemandPorts) {
    this.#ports = ports;
  }

  /** Reads the trash and returns its entries; the log says who deleted them. */
  async readTrash(): Promise<TrashEntry[]> {
    await this.#ports.load();
    await this.#ports.log().readHistory();
    await this.#feed("trash", () => true);
    return this.#ports.trash();
  }

  /** Returns the stored changes of commands and agents, oldest first. Also reads the log from then on, for who changed what since. */
  async readUndoSteps(): Promise<UndoStep[]> {
    await this.#ports.load();
    const files = (await this.#ports.shell.scan("local/history", () => true)).filter((file) => file.kind === "file");
    const steps = files.filter(({ path }) => path.endsWith(".json")).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const parsed = steps.flatMap(({ bytes }) => this.#ports.engine().parseUndoStep(bytes) ?? []);
    const [first] = parsed;
    if (first !== undefined) await this.#ports.log().readSpan(Date.parse(first.at) || 0, this.#ports.context().now);
    return parsed;
  }

  /** Reads the packages, once. From then on they are read like the other files. */
  readPackages(): Promise<void> {
    this.#packages ??= this.#readPackages().catch((error: unknown) => {
      this.#packages = undefined;
      throw error;
    });
    return this.#packages;
  }

  /** Returns whether a path is that of a package, and packages have been asked for. */
  includes(path: string): boolean {
    return this.#packages !== undefined && this.#ports.engine().isPackage(path);
  }

  /** Returns whether the last handover was interrupted. */
  async checkHandover(): Promise<HandoverCheck> {
    await this.#ports.load();
    for (;;) {
      const lock = await this.#read(LOCK);
      const checkpoint = await this.#read(CHECKPOINT);
      // The two files belong together only if no handover has begun or ended in between.
      if (sameBytes(lock, await this.#read(LOCK))) return await this.#check(checkpoint, lock);
    }
  }

  async #check(checkpoint: Uint8Array | null, lock: Uint8Array | null): Promise<HandoverCheck> {
    const { shell } = this.#ports;
    const ask = (answer: Answer | null): HandoverCheck =>
      this.#ports.engine().checkHandover(checkpoint, lock, shell.capabilities.process, answer, this.#ports.context().now);
    const check = ask(null);
    return check.kind === "askProcess" ? ask(await shell.checkProcess(check.pid, check.started)) : check;
  }

  async #read(path: string): Promise<Uint8Array | null> {
    const answer = await this.#ports.shell.read(path);
    return answer.kind === "bytes" ? answer.bytes : null;
  }

  async #readPackages(): Promise<void> {
    await this.#ports.load();
    await this.#feed(PACKAGES, (path) => this.#ports.engine().isPackage(path));
    this.#ports.onRead();
  }

  async #feed(folder: string, isIncluded: (path: string) => boolean): Promise<void> {
    const { queue, shell } = this.#ports;
    await queue.run(async () => this.#ports.feed([folder], await shell.scan(folder, isIncluded)));
  }
}
