// One `.handoff/` folder with its engine and shell. All changes of the engine's model go through
// one queue, so that a feed never interrupts a commit. Views are answered immediately from the
// current model.

import type { CommandResult, ReadOnlyReason } from "../../../webviews/contract/common.ts";
import type {
  Action,
  Actor,
  Answer,
  Command,
  Context,
  FileState,
  OperationAnswer,
  OperationRequest,
  Outcome,
  ProjectView,
  Query,
  RecentChanges,
  View,
} from "../../../webviews/contract/generated/protocol.ts";
import type { Engine, Operation, Plan, ViewOf } from "../engine/engineModule.ts";
import { SupervisedEngine } from "../engine/supervisedEngine.ts";
import { perform, SHARED } from "../shells/shell.ts";
import { ChangeBuffer, topmostPaths } from "../support/pathSet.ts";
import { Emitter, type Disposable } from "../support/emitter.ts";
import { Timers } from "../support/wait.ts";
import { ActivityLogs, LOG } from "./activityLogs.ts";
import { runCommit, Queue } from "./commitQueue.ts";
import { withHolder } from "./heldTask.ts";
import { errorStack } from "../../../webviews/contract/texts/texts.ts";
import { OnDemandFiles } from "./onDemandFiles.ts";
import { runOperation } from "./operations.ts";
import type { Ports } from "./ports.ts";

/** Delay before a lock that blocked recovery is checked again: its holder may have crashed. */
const LOCK_RETRY_AFTER_MS = 3000;
/** VSCode may not report a file that appears and disappears within this time. */
const UNREPORTED_CHANGE_MS = 500;
/** Maximum number of traps before the project counts as unreadable. */
const MAX_TRAPS = 3;

export type Commit = { readonly origin: unknown; readonly command: Command; readonly result: CommandResult };
export type LoadState = "idle" | "loading" | "ready" | "failed";

export class Project implements Disposable {
  /** URI of the folder that contains `.handoff/`; identifies the project in this window. */
  readonly id: string;
  /** Folder name, used if the project has no name. */
  readonly folderName: string;
  /** The activity log. It is left out when the project is loaded, since only a few views need it. */
  readonly log: ActivityLogs;
  readonly onDemand: OnDemandFiles;
  readonly #ports: Ports;
  readonly #queue = new Queue();
  readonly #changed = new Emitter<void>();
  readonly #committed = new Emitter<Commit>();
  readonly #news = new Emitter<RecentChanges>();
  readonly #buffer = new ChangeBuffer((paths) => void this.#readChanges(paths));
  readonly #timers = new Timers();
  #engine: SupervisedEngine | undefined;
  #loading: Promise<void> | undefined;
  #watching: Disposable | undefined;
  #summary: ProjectView | undefined;
  #revision = -1;
  #state: LoadState = "idle";
  #isDisposed = false;
  #isRecordScheduled = false;
  #isPaused = false;
  #traps = 0;

  /** Fires when the model changed, or the project became ready or failed. */
  readonly onDidChange = this.#changed.event;
  /** Fires when a command ended. */
  readonly onDidCommit = this.#committed.event;
  /** Fires with the latest changes by others. */
  readonly onNews = this.#news.event;

  constructor(id: string, folderName: string, ports: Ports) {
    this.id = id;
    this.folderName = folderName;
    this.#ports = ports;
    this.log = new ActivityLogs({
      shell: ports.shell,
      queue: this.#queue,
      engine: () => this.#loadedEngine(),
      context: () => this.context,
      mayWrite: () => this.readOnly === null,
      feed: (places, files) => void this.#feed(places, files),
      onRead: () => {
        this.#summary = undefined;
        this.#publish(true);
      },
      logError: (message) => ports.log(message),
    });
    this.onDemand = new OnDemandFiles({
      shell: ports.shell,
      queue: this.#queue,
      engine: () => this.#loadedEngine(),
      context: () => this.context,
      load: () => this.load(),
      log: () => this.log,
      feed: (places, files) => void this.#feed(places, files),
      trash: () => this.view({ kind: "trash" }),
      onRead: () => this.#publish(),
    });
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

  /** Loads engine and files once. Rejects on failure; the next call tries again. */
  load(): Promise<void> {
    this.#loading ??= this.#start().catch((error: unknown) => {
      this.#loading = undefined;
      this.#state = "failed";
      this.#ports.log(`Loading ${this.id} failed: ${errorStack(error)}`);
      this.#changed.fire();
      throw error;
    });
    return this.#loading;
  }

  /** Returns a read model of the files as last seen. */
  view<Kind extends Query["kind"]>(query: Extract<Query, { kind: Kind }>): ViewOf<Kind> {
    const text = this.ask((engine, context) => engine.view(query, context));
    const { view } = JSON.parse(text) as View;
    return view as ViewOf<Kind>;
  }

  /** Calls a function of the engine that changes no file. */
  ask<T>(read: (engine: Engine, context: Context) => T): T {
    const { context } = this;
    return this.#loadedEngine().call((engine) => read(engine, context));
  }

  /** Runs an operation of the engine, on the loaded project, as the user or as another actor. */
  async operate<T>(begin: (engine: Engine) => Operation<T>, actor?: Actor): Promise<T> {
    await this.load();
    const operation = this.#loadedEngine().call(begin);
    return await runOperation(
      (answer) => this.ask((engine, context) => engine.advance(operation, answer, withActor(context, actor))),
      (request) => this.#answer(request, actor),
    );
  }

  /** The project's summary, cached until the model changes. */
  get summary(): ProjectView {
    this.#summary ??= this.view({ kind: "project" });
    return this.#summary;
  }

  get name(): string {
    return (this.#state === "ready" && this.summary.name) || this.folderName;
  }

  /** Returns the change set of a command, or its refusal. */
  plan(command: Command): Plan {
    return this.ask((engine, context) => engine.plan(command, context));
  }

  /**
   * Runs a command after all earlier ones. Never rejects: every result has a message for the user.
   * `origin` is passed to the listeners of `onDidCommit`. The signal cancels a command that has not
   * started.
   */
  async execute(command: Command, origin?: unknown, signal?: AbortSignal): Promise<CommandResult> {
    const result = await this.#attempt(command, signal);
    this.#committed.fire({ origin, command, result });
    return result;
  }

  /** Reads all files again, for file systems that report no changes. */
  async refresh(): Promise<void> {
    if (this.#state === "failed") this.#loading = undefined;
    this.#traps = 0;
    await this.load();
    await this.#readChanges([""]);
  }

  /** Notifies listeners of a change outside of the files, such as a new day. */
  invalidate(): void {
    this.#summary = undefined;
    if (this.#state !== "ready") return;
    this.#followPause();
    this.#changed.fire();
  }

  /** Completes or reverts an interrupted commit. Does nothing without write permission. */
  async recover(): Promise<void> {
    if (this.readOnly !== null || this.#state !== "ready") return;
    const outcome = await this.#queue.run(() => this.#recoverNow());
    this.#publish();
    if (outcome?.kind === "failed") this.#ports.log(`Recovery: ${this.#ports.messages.translate(outcome.text)}`);
    if (outcome?.kind === "refused" && outcome.refusal.code === "locked") this.#timers.after(LOCK_RETRY_AFTER_MS, () => void this.recover());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watching?.dispose();
    this.log.dispose();
    this.#buffer.dispose();
    this.#timers.dispose();
    this.#changed.dispose();
    this.#committed.dispose();
    this.#news.dispose();
  }

  async #start(): Promise<void> {
    this.#state = "loading";
    const engineModule = await this.#ports.loadEngine();
    this.#engine ??= new SupervisedEngine(engineModule, (cause) => this.#onTrap(cause));
    // Watch before reading, so that no change in between is missed.
    this.#watching ??= this.#ports.watch((path) => {
      if (path === "" || this.#isRead(path)) this.#buffer.add(path);
    });
    await this.#queue.run(() => this.#readAndFeed([""]));
    this.#state = "ready";
    this.#revision = this.summary.revision;
    this.#followPause();
    await this.recover();
    this.#changed.fire();
  }

  async #attempt(command: Command, signal?: AbortSignal): Promise<CommandResult> {
    const { messages } = this.#ports;
    try {
      await this.load();
      if (this.readOnly !== null) return messages.readOnly(this.readOnly);
      const outcome = await this.#queue.run(() => this.#commit(command, true), signal);
      this.#publish();
      return withHolder(messages.result(outcome), command, this);
    } catch (error) {
      this.#ports.log(`${command.kind} failed: ${errorStack(error)}`);
      return { kind: "failed", message: messages.failure(error) };
    }
  }

  /** Answers a request of an operation. */
  async #answer(request: OperationRequest, actor?: Actor): Promise<OperationAnswer> {
    if (request.kind === "commit") {
      if (this.readOnly !== null) return { kind: "unavailable", reason: this.#ports.messages.readOnly(this.readOnly).message };
      const outcome = await this.#queue.run(() => this.#commit(request.command, true, actor));
      this.#publish();
      return { kind: "committed", outcome };
    }
    if (request.kind === "loadPackages") await this.onDemand.readPackages();
    else if (request.kind === "loadLog") await this.log.readHistory();
    else if (request.kind === "loadTrash") {
      await this.log.readEverything();
      await this.onDemand.readTrash();
    } else return await this.#ports.answer(request);
    return { kind: "done" };
  }

  /** `editors` is false for background work, which must not ask the user anything. */
  async #commit(command: Command, editors: boolean, actor?: Actor): Promise<Outcome> {
    const capabilities = { ...this.#ports.shell.capabilities, editors };
    const touched: string[] = [];
    const outcome = await this.#runCommit(
      (engine, context) => engine.begin(command, withActor(context, actor), capabilities),
      (paths) => touched.push(...paths),
    );
    // Another program may have moved the files that were just written.
    if (touched.length > 0) this.#scheduleRescan(touched, UNREPORTED_CHANGE_MS);
    return outcome;
  }

  async #recoverNow(): Promise<Outcome | undefined> {
    const { capabilities } = this.#ports.shell;
    try {
      return await this.#runCommit((engine, context) => engine.recover(context, capabilities));
    } catch (error) {
      this.#ports.log(`Recovery failed: ${errorStack(error)}`);
      return undefined;
    }
  }

  /** `onPaths` receives the paths that the commit is about to change. */
  async #runCommit(begin: (engine: Engine, context: Context) => Action, onPaths?: (paths: readonly string[]) => void): Promise<Outcome> {
    const supervised = this.#loadedEngine();
    return await runCommit(
      {
        begin: () => {
          const { context } = this;
          this.#summary = undefined;
          return supervised.call((engine) => begin(engine, context));
        },
        answer: (answer) => {
          const { now } = this.context;
          this.#summary = undefined;
          return supervised.call((engine) => engine.answer(answer, now));
        },
      },
      {
        perform: (action) => perform(this.#ports.shell, action),
        settleEditors: (paths) => {
          onPaths?.(paths);
          return this.#settleEditors(paths);
        },
      },
    );
  }

  /** Has the user save the unsaved editors of files that a commit is about to change. */
  async #settleEditors(paths: readonly string[]): Promise<Answer> {
    const saved = await this.#ports.settleEditors(paths);
    if (saved === null) return { kind: "declined" };
    return saved.length === 0 ? { kind: "ok" } : { kind: "saved", files: await this.#scan(saved) };
  }

  async #readChanges(paths: string[]): Promise<void> {
    if (this.#isDisposed) return;
    try {
      const changed = await this.#queue.run(() => this.#readAndFeed(paths));
      if (!changed) return;
      if (this.#state === "ready") this.#publish(true);
      this.#scheduleRescan(paths, UNREPORTED_CHANGE_MS);
    } catch (error) {
      this.#ports.log(`Reading changed files failed: ${errorStack(error)}`);
    }
  }

  /** Reads these paths and feeds them. Returns whether any view changed. */
  async #readAndFeed(paths: string[]): Promise<boolean> {
    const places = topmostPaths(paths);
    return this.#feed(places, await this.#scan(places));
  }

  #isRead(path: string): boolean {
    return this.#loadedEngine().isContent(path) || this.onDemand.includes(path);
  }

  async #scan(paths: readonly string[]): Promise<FileState[]> {
    const isIncluded = (below: string): boolean => this.#isRead(below) && (below !== LOG || this.#state !== "loading");
    const scans = paths.map((path) => this.#ports.shell.scan(path, isIncluded));
    return (await Promise.all(scans)).flat();
  }

  /** Feeds the files that were found at these places; the engine detects deleted ones. */
  #feed(places: string[], files: FileState[]): boolean {
    const { context } = this;
    const fed = this.#loadedEngine().call((engine) => engine.feed(places, files, context));
    if (fed.changed) this.#summary = undefined;
    if (fed.news.actors.length > 0) this.#news.fire(fed.news);
    if (fed.recordAfterMs !== null) this.#scheduleRecord(fed.recordAfterMs);
    if (fed.recheck !== null) this.#scheduleRescan(fed.recheck.folders, fed.recheck.afterMs);
    return fed.changed;
  }

  /**
   * Finds out which processes that hold tasks or wait for the user have ended. Their tasks are free. Reads claims again too:
   * VSCode may not report what happens in a folder that is new.
   */
  async checkHolders(): Promise<void> {
    const { shell } = this.#ports;
    if (this.#state !== "ready" || this.#isDisposed) return;
    await this.#readChanges([SHARED]);
    const own = shell.capabilities.process;
    if (own === null || this.#isDisposed) return;
    const processes = this.#loadedEngine().call((engine) => engine.claimProcesses(own));
    const answers = await Promise.all(processes.map(({ pid, started }) => shell.checkProcess(pid, started)));
    const ended = processes.filter((_, index) => answers[index]?.kind === "missing");
    if (this.#isDisposed || !this.#loadedEngine().call((engine) => engine.setEndedProcesses(own, ended))) return;
    this.#summary = undefined;
    this.#publish();
  }

  #scheduleRescan(paths: string[], afterMs: number): void {
    this.#timers.after(afterMs, () => void this.#readChanges(paths));
  }

  #scheduleRecord(afterMs: number): void {
    if (this.#isRecordScheduled) return;
    this.#isRecordScheduled = true;
    this.#timers.after(afterMs, () => {
      this.#isRecordScheduled = false;
      void this.#record();
    });
  }

  /**
   * Logs observed changes of other programs. If that is not possible now, the next command does it.
   */
  async #record(): Promise<void> {
    if (this.#isDisposed || this.readOnly !== null || this.#state !== "ready") return;
    try {
      await this.#queue.run(async () => {
        const { kind } = await this.#commit({ kind: "recordObserved" }, false);
        // Very recent changes may have been left out.
        if (kind === "done") this.#feed([], []);
      });
      this.#publish();
    } catch (error) {
      this.#ports.log(`Logging the changes of other programs failed: ${errorStack(error)}`);
    }
  }

  /** Catches up at the end of a pause: recovery, and logging observed changes. */
  #followPause(): void {
    const wasPaused = this.#isPaused;
    this.#isPaused = this.summary.paused !== undefined;
    if (!wasPaused || this.#isPaused) return;
    void this.recover();
    void this.#queue.run(() => this.#feed([], []));
  }

  #publish(always = false): void {
    const { revision } = this.summary;
    this.#followPause();
    if (!always && revision === this.#revision) return;
    this.#revision = revision;
    this.#changed.fire();
  }

  /** Feeds all files to the new instance; gives up after repeated traps. */
  #onTrap(cause: unknown): void {
    this.#ports.log(`The engine stopped: ${errorStack(cause)}`);
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

/** Returns a context in which another actor acts, if one is given. */
function withActor(context: Context, actor: Actor | undefined): Context {
  return actor === undefined ? context : { ...context, actor };
}
