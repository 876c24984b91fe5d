// One `.handoff/` folder: its engine, its shell and what is known to lie in it. Whatever changes the engine's model goes through one
// queue, so that a commit is never interrupted by a feed. Views are answered at once from the model as it is.

import type { CommandResult, ReadOnlyReason } from "../../../webviews/contract/common.ts";
import type {
  Action,
  Command,
  Context,
  FileState,
  Outcome,
  ProjectView,
  Query,
} from "../../../webviews/contract/generated/protocol.ts";
import type { LoadEngine } from "../engine/engineLoader.ts";
import type { Engine, Plan, ViewOf } from "../engine/engineModule.ts";
import { SupervisedEngine } from "../engine/supervisedEngine.ts";
import type { Shell } from "../shells/shell.ts";
import { ChangeBuffer, topmostPaths } from "../support/pathSet.ts";
import { Emitter, type Disposable } from "../support/emitter.ts";
import { runCommit, Queue } from "./commitQueue.ts";
import type { Messages } from "../support/messages.ts";

/** What a project needs of its surroundings. */
export interface Ports {
  readonly loadEngine: LoadEngine;
  readonly shell: Shell;
  readonly messages: Messages;
  context(): Context;
  readOnly(): ReadOnlyReason;
  /** Calls back with each path below `.handoff/` about which something was reported. */
  watch(changed: (path: string) => void): Disposable;
  /** Sees to unsaved editors on these files; the paths of those that were saved, or null when the person keeps them unsaved. */
  settleEditors(paths: readonly string[]): Promise<string[] | null>;
  /** Says once that the engine stopped. */
  reportTrap(cause: unknown): void;
  log(message: string): void;
}

/** After so many milliseconds a lock that stood in the way of recovery is looked at again: its holder may have crashed. */
const LOCK_RETRY_AFTER_MS = 3000;
/** What appears and is gone again within so many milliseconds, the editor may not report at all. */
const UNREPORTED_CHANGE_MS = 500;
/** So often the engine may stop before the project counts as unreadable. */
const MAX_TRAPS = 3;

export type Commit = { readonly origin: unknown; readonly result: CommandResult };
export type LoadState = "idle" | "loading" | "ready" | "failed";

export class Project implements Disposable {
  /** The address of the folder that has `.handoff/`, which is also the project's identity in this window. */
  readonly id: string;
  /** What the folder is called, for want of a better name. */
  readonly folderName: string;
  readonly #ports: Ports;
  readonly #queue = new Queue();
  readonly #changed = new Emitter<void>();
  readonly #committed = new Emitter<Commit>();
  readonly #buffer = new ChangeBuffer((paths) => void this.#readChanges(paths));
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #engine: SupervisedEngine | undefined;
  #loading: Promise<void> | undefined;
  #watching: Disposable | undefined;
  #summary: ProjectView | undefined;
  #revision = -1;
  #state: LoadState = "idle";
  #isDisposed = false;
  #isRecordScheduled = false;
  #traps = 0;

  /** The model is another one than before, or the project has become ready or failed. */
  readonly onDidChange = this.#changed.event;
  /** A command came to its end. */
  readonly onDidCommit = this.#committed.event;

  constructor(id: string, folderName: string, ports: Ports) {
    this.id = id;
    this.folderName = folderName;
    this.#ports = ports;
  }

  get state(): LoadState {
    return this.#state;
  }

  get readOnly(): ReadOnlyReason {
    return this.#ports.readOnly();
  }

  get context(): Context {
    return this.#ports.context();
  }

  /** Loads engine and files on first need. Rejects when that fails; the next call tries again. */
  load(): Promise<void> {
    this.#loading ??= this.#start().catch((error: unknown) => {
      this.#loading = undefined;
      this.#state = "failed";
      this.#ports.log(`Loading ${this.id} failed: ${describe(error)}`);
      this.#changed.fire();
      throw error;
    });
    return this.#loading;
  }

  /** A read model, from the files as last seen. */
  view<Kind extends Query["kind"]>(query: Extract<Query, { kind: Kind }>): ViewOf<Kind> {
    const { context } = this;
    const { view } = this.#loadedEngine().call((engine) => engine.view(query, context));
    return view as ViewOf<Kind>;
  }

  /** The project as a whole; asked for by every surface, so it is kept until something changes. */
  get summary(): ProjectView {
    this.#summary ??= this.view({ kind: "project" });
    return this.#summary;
  }

  get name(): string {
    return (this.#state === "ready" && this.summary.name) || this.folderName;
  }

  /** What a command would write. */
  plan(command: Command): Plan {
    const { context } = this;
    return this.#loadedEngine().call((engine) => engine.plan(command, context));
  }

  /**
   * Carries out a command after those that came before it. Never rejects: every end is a sentence for the person.
   * `origin` is handed to the listeners of `onDidCommit`; the signal cancels a command that has not begun.
   */
  async execute(command: Command, origin?: unknown, signal?: AbortSignal): Promise<CommandResult> {
    const result = await this.#attempt(command, signal);
    this.#committed.fire({ origin, result });
    return result;
  }

  /** Looks at everything again; needed where a file system reports no changes. */
  async refresh(): Promise<void> {
    if (this.#state === "failed") this.#loading = undefined;
    this.#traps = 0;
    await this.load();
    await this.#readChanges([""]);
  }

  /** Tells the listeners that what is shown depends on something that is not in the files, such as the day. */
  invalidate(): void {
    this.#summary = undefined;
    if (this.#state === "ready") this.#changed.fire();
  }

  /** Completes or takes back what a crashed commit left. Waits for permission to write. */
  async recover(): Promise<void> {
    if (this.readOnly !== null || this.#state !== "ready") return;
    const outcome = await this.#queue.run(() => this.#recoverNow());
    this.#publish();
    if (outcome?.kind === "failed") this.#ports.log(`Recovery: ${this.#ports.messages.translate(outcome.text)}`);
    if (outcome?.kind === "refused" && outcome.refusal.code === "locked") this.#after(LOCK_RETRY_AFTER_MS, () => void this.recover());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watching?.dispose();
    this.#buffer.dispose();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#changed.dispose();
    this.#committed.dispose();
  }

  async #start(): Promise<void> {
    this.#state = "loading";
    const engineModule = await this.#ports.loadEngine();
    this.#engine ??= new SupervisedEngine(engineModule, (cause) => this.#onTrap(cause));
    // Watching begins before reading, so that nothing falls between the two.
    this.#watching ??= this.#ports.watch((path) => {
      if (path === "" || engineModule.isContent(path)) this.#buffer.add(path);
    });
    await this.#queue.run(() => this.#readAndFeed([""]));
    this.#state = "ready";
    this.#revision = this.summary.revision;
    await this.recover();
    this.#changed.fire();
  }

  async #attempt(command: Command, signal?: AbortSignal): Promise<CommandResult> {
    const { messages } = this.#ports;
    try {
      await this.load();
      const refused = this.#readOnlyRefusal();
      if (refused !== undefined) return refused;
      const outcome = await this.#queue.run(() => this.#commitNow(command), signal);
      this.#publish();
      return outcome === null ? { kind: "failed", message: messages.unsaved } : messages.result(outcome);
    } catch (error) {
      this.#ports.log(`${command.kind} failed: ${describe(error)}`);
      return { kind: "failed", message: messages.failure(error) };
    }
  }

  #readOnlyRefusal(): CommandResult | undefined {
    const reason = this.readOnly;
    if (reason === null) return undefined;
    return { kind: "refused", code: "read-only", message: this.#ports.messages.readOnly(reason) };
  }

  /** Null when the person would not save an open editor. */
  async #commitNow(command: Command): Promise<Outcome | null> {
    const plan = this.plan(command);
    if (plan.kind === "refused") {
      // The files may say something newer than the model: the commit itself decides.
      return await this.#commit(command);
    }
    const paths = plan.changeSet.edits.flatMap((edit) => ("from" in edit ? [edit.from] : [edit.path]));
    const saved = await this.#ports.settleEditors(paths);
    if (saved === null) return null;
    if (saved.length > 0) await this.#readAndFeed(saved);
    const outcome = await this.#commit(command);
    // Another program that follows at our heels may have moved on what we just wrote.
    const touched = plan.changeSet.edits.flatMap((edit) => ("from" in edit ? [edit.from, edit.to] : [edit.path]));
    this.#scheduleRescan(touched, UNREPORTED_CHANGE_MS);
    return outcome;
  }

  async #commit(command: Command): Promise<Outcome> {
    const { capabilities } = this.#ports.shell;
    return await this.#runSteps((engine, context) => engine.begin(command, context, capabilities));
  }

  async #recoverNow(): Promise<Outcome | undefined> {
    const { capabilities } = this.#ports.shell;
    try {
      return await this.#runSteps((engine, context) => engine.recover(context, capabilities));
    } catch (error) {
      this.#ports.log(`Recovery failed: ${describe(error)}`);
      return undefined;
    }
  }

  async #runSteps(begin: (engine: Engine, context: Context) => Action): Promise<Outcome> {
    const supervised = this.#loadedEngine();
    return await runCommit(
      {
        begin: () => {
          const { context } = this;
          this.#summary = undefined;
          return supervised.call((engine) => begin(engine, context));
        },
        step: (answer) => {
          const { now } = this.context;
          this.#summary = undefined;
          return supervised.call((engine) => engine.step(answer, now));
        },
      },
      this.#ports.shell,
    );
  }

  async #readChanges(paths: string[]): Promise<void> {
    if (this.#isDisposed) return;
    try {
      const changed = await this.#queue.run(() => this.#readAndFeed(paths));
      if (!changed) return;
      if (this.#state === "ready") this.#publish(true);
      this.#scheduleRescan(paths, UNREPORTED_CHANGE_MS);
    } catch (error) {
      this.#ports.log(`Reading changed files failed: ${describe(error)}`);
    }
  }

  /** Reads what is at these paths and feeds it. Says whether a view shows something else now. */
  async #readAndFeed(paths: string[]): Promise<boolean> {
    const engine = this.#loadedEngine();
    const places = topmostPaths(paths);
    const scans = places.map((path) => this.#ports.shell.scan(path, (below) => engine.isContent(below)));
    const files = (await Promise.all(scans)).flat();
    return this.#feed(places, files);
  }

  /** Hands over everything that was found at these places; the engine finds out what has vanished from there. */
  #feed(places: string[], files: FileState[]): boolean {
    const { now } = this.context;
    const fed = this.#loadedEngine().call((engine) => engine.feed(places, files, now));
    if (fed.changed) this.#summary = undefined;
    if (fed.recordAfterMs !== null) this.#scheduleRecord(fed.recordAfterMs);
    if (fed.recheck !== null) this.#scheduleRescan(fed.recheck.folders, fed.recheck.afterMs);
    return fed.changed;
  }

  #scheduleRescan(paths: string[], afterMs: number): void {
    this.#after(afterMs, () => void this.#readChanges(paths));
  }

  #scheduleRecord(afterMs: number): void {
    if (this.#isRecordScheduled) return;
    this.#isRecordScheduled = true;
    this.#after(afterMs, () => {
      this.#isRecordScheduled = false;
      void this.#record();
    });
  }

  /** Writes down what other programs were seen to do. Where that is not possible now, the next change does it. */
  async #record(): Promise<void> {
    if (this.#isDisposed || this.readOnly !== null || this.#state !== "ready") return;
    try {
      await this.#queue.run(async () => {
        const { kind } = await this.#commit({ kind: "recordObserved" });
        // Something may have been too new to be written down.
        if (kind === "done") this.#feed([], []);
      });
      this.#publish();
    } catch (error) {
      this.#ports.log(`Writing down what other programs did failed: ${describe(error)}`);
    }
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  #publish(always = false): void {
    const { revision } = this.summary;
    if (!always && revision === this.#revision) return;
    this.#revision = revision;
    this.#changed.fire();
  }

  /** Reads everything again into the new instance; gives up where the same files stop it again and again. */
  #onTrap(cause: unknown): void {
    this.#ports.log(`The engine stopped: ${describe(cause)}`);
    this.#ports.reportTrap(cause);
    this.#summary = undefined;
    this.#traps += 1;
    if (this.#traps <= MAX_TRAPS) {
      void this.#readChanges([""]);
      return;
    }
    this.#state = "failed";
    this.#changed.fire();
  }

  #loadedEngine(): SupervisedEngine {
    if (this.#engine === undefined) throw new Error("The project is not loaded.");
    return this.#engine;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
