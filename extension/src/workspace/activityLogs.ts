// Reads the activity log of a project in the background: one file after the other, in portions, so
// that the window responds meanwhile. The data that figures need of a log are stored in an index in
// `.handoff/local/`, so that the next window reads only the lines that were appended since.

import type { Context, FileState } from "../../../webviews/contract/generated/protocol.ts";
import { errorStack } from "../../../webviews/contract/texts/texts.ts";
import type { SupervisedEngine } from "../engine/supervisedEngine.ts";
import { perform, type Shell } from "../shells/shell.ts";
import { Emitter, type Disposable } from "../support/emitter.ts";
import { nextTurn } from "../support/wait.ts";
import type { Queue } from "./commitQueue.ts";

/** Maximum number of bytes that are parsed at once. */
const PORTION_BYTES = 256 * 1024;
/** The folder of the activity log. */
export const LOG = "activity";
/** The folder of its indexes. */
const INDEXES = `local/${LOG}`;

/** What reading needs from a project. */
export interface LogPorts {
  readonly shell: Shell;
  readonly queue: Queue;
  engine(): SupervisedEngine;
  context(): Context;
  mayWrite(): boolean;
  /** Feeds the files that were found at these places. */
  feed(places: string[], files: FileState[]): void;
  /** The log was read, as far as it was asked for. */
  onRead(): void;
  logError(message: string): void;
}

export class ActivityLogs implements Disposable {
  readonly #ports: LogPorts;
  readonly #progress = new Emitter<number | null>();
  /** The logs that were read from their beginning. */
  readonly #whole = new Set<string>();
  #history: Promise<void> | undefined;
  #everything: Promise<void> | undefined;
  /** The last of the reads, which follow one another. */
  #last: Promise<void> = Promise.resolve();
  #percent: number | null = null;
  #isDisposed = false;

  /** Fires with the percentage of the log that was read, and with null at the end. */
  readonly onProgress = this.#progress.event;

  constructor(ports: LogPorts) {
    this.#ports = ports;
  }

  /** The percentage of the log that was read; null while it is not being read. */
  get percent(): number | null {
    return this.#percent;
  }

  /** Reads what figures need, once. Never rejects. */
  readHistory(): Promise<void> {
    this.#history ??= this.#everything ?? this.#next(() => this.#read(true));
    return this.#history;
  }

  /** Reads all events, once. Never rejects. */
  readEverything(): Promise<void> {
    this.#everything ??= this.#next(() => this.#read(false));
    this.#history ??= this.#everything;
    return this.#everything;
  }

  /**
   * Reads all events of a span of time, given in milliseconds since 1970-01-01 UTC, and others of the
   * same months. Never rejects.
   */
  readSpan(from: number, to: number): Promise<void> {
    const [first, last] = [monthOf(from), monthOf(to)];
    const isNeeded = (path: string): boolean => monthIn(path) >= first && monthIn(path) <= last;
    return this.#everything ?? this.#next(() => this.#read(false, isNeeded));
  }

  /** Reads all events of a task, and others of the same logs. Never rejects. */
  async readTask(id: string): Promise<void> {
    await this.readHistory();
    const isNeeded = (path: string): boolean => this.#logsOfTask(id).has(path);
    await (this.#everything ?? this.#next(() => this.#read(false, isNeeded)));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#progress.dispose();
  }

  #next(read: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(read);
    return this.#last;
  }

  async #read(useIndexes: boolean, isNeeded: (path: string) => boolean = () => true): Promise<void> {
    try {
      const logs = await this.#list();
      const pending = logs.filter((path) => !this.#whole.has(path) && isNeeded(path));
      for (const [index, path] of pending.entries()) {
        this.#report(Math.floor((100 * index) / pending.length));
        if (index > 0) await nextTurn();
        await this.#ports.queue.run(() => this.#readFile(path, useIndexes));
      }
      if (useIndexes && this.#ports.mayWrite()) await this.#removeOtherIndexes(logs);
      if (pending.length === 0) return;
    } catch (error) {
      this.#ports.logError(`Reading the activity log failed: ${errorStack(error)}`);
    }
    this.#report(null);
    if (!this.#isDisposed) this.#ports.onRead();
  }

  #report(percent: number | null): void {
    if (percent === this.#percent) return;
    this.#percent = percent;
    this.#progress.fire(percent);
  }

  /** Returns the paths of all logs. */
  async #list(): Promise<string[]> {
    const paths: string[] = [];
    for (const month of await this.#names(LOG)) {
      const names = await this.#names(`${LOG}/${month}`);
      paths.push(...names.map((name) => `${LOG}/${month}/${name}`));
    }
    return paths.filter((path) => this.#ports.engine().logIndexPath(path) !== undefined);
  }

  #logsOfTask(id: string): Set<string> {
    return new Set(this.#ports.engine().call((engine) => engine.logsOfTask(id)));
  }

  /** Returns the names in a folder; none if it cannot be read. */
  async #names(path: string): Promise<string[]> {
    const answer = await perform(this.#ports.shell, { kind: "list", path });
    return answer.kind === "names" ? answer.names : [];
  }

  async #readFile(path: string, useIndexes: boolean): Promise<void> {
    if (this.#isDisposed) return;
    const index = useIndexes ? await this.#readIndex(path) : undefined;
    const end = index === undefined ? undefined : await this.#feedEnd(path, index);
    const content = end ?? (await this.#feedWhole(path));
    if (useIndexes && content !== undefined) await this.#saveIndex(path, content, index ?? null);
  }

  async #readIndex(path: string): Promise<Uint8Array | undefined> {
    const answer = await perform(this.#ports.shell, { kind: "read", path: this.#indexPath(path) });
    return answer.kind === "bytes" ? answer.bytes : undefined;
  }

  #indexPath(path: string): string {
    return this.#ports.engine().logIndexPath(path) ?? "";
  }

  /** Feeds a log by its index. Returns the part of the log that was read, or undefined if the index cannot be used. */
  async #feedEnd(path: string, index: Uint8Array): Promise<Uint8Array | undefined> {
    const offset = this.#ports.engine().logIndexOffset(index);
    if (offset === undefined) return undefined;
    const answer = await perform(this.#ports.shell, { kind: "readFrom", path, offset });
    if (answer.kind !== "part") return undefined;
    const isUsed = this.#ports.engine().call((engine) => engine.feedIndexed(path, index, answer.bytes));
    return isUsed ? answer.bytes : undefined;
  }

  /** Reads and feeds a log from its beginning. Returns its content if it is a file. */
  async #feedWhole(path: string): Promise<Uint8Array | undefined> {
    const found = await this.#ports.shell.scan(path, () => true);
    const file = found.find((state) => state.kind === "file");
    if (file === undefined || file.bytes.length <= PORTION_BYTES) this.#ports.feed([path], found);
    else {
      this.#ports.feed([path], [{ ...file, bytes: file.bytes.subarray(0, PORTION_BYTES) }]);
      for (let offset = PORTION_BYTES; offset < file.bytes.length; offset += PORTION_BYTES) {
        await nextTurn();
        const bytes = file.bytes.subarray(offset, offset + PORTION_BYTES);
        this.#ports.feed([path], [{ kind: "logEnd", path, offset, bytes }]);
      }
    }
    if (file !== undefined) this.#whole.add(path);
    return file?.bytes;
  }

  /** Writes a new index of a log if that saves reading. Without it, the next window reads more. */
  async #saveIndex(path: string, content: Uint8Array, before: Uint8Array | null): Promise<void> {
    const { shell } = this.#ports;
    const context = this.#ports.context();
    const bytes = this.#ports.mayWrite() && this.#ports.engine().call((engine) => engine.logIndex(path, content, context));
    if (!bytes) return;
    const to = this.#indexPath(path);
    const from = `${to}.tmp.${context.seed}`;
    const written = await perform(shell, { kind: "write", path: from, bytes });
    const replaced = written.kind === "ok" && (await perform(shell, { kind: "replace", from, to, expected: before }));
    if (!replaced || replaced.kind !== "ok") await perform(shell, { kind: "remove", path: from });
  }

  /** Removes indexes of logs that are gone, and leftovers of interrupted writes. */
  async #removeOtherIndexes(logs: readonly string[]): Promise<void> {
    const known = new Set(logs.map((path) => this.#indexPath(path)));
    for (const month of await this.#names(INDEXES)) {
      for (const name of await this.#names(`${INDEXES}/${month}`)) {
        const path = `${INDEXES}/${month}/${name}`;
        if (!known.has(path)) await perform(this.#ports.shell, { kind: "remove", path });
      }
    }
  }
}

/** Returns the month in the path of a log. */
function monthIn(path: string): string {
  return path.split("/")[1] ?? "";
}

/** Returns the month of a time as folders are named: YYYY-MM, in UTC. */
function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}
