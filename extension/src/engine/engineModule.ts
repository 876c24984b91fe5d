// The interface of the WebAssembly module, in the types of the wire vocabulary.

import type {
  Action,
  Answer,
  Capabilities,
  ChangeSet,
  Command,
  Context,
  FeedResult,
  FileKnowledge,
  FileState,
  HandoverCheck,
  NewPackage,
  OperationAnswer,
  OperationRequest,
  Process,
  Query,
  RedactedPackage,
  Refusal,
  SessionDetails,
  UndoStep,
  TimerInput,
  TimerStatus,
  View,
} from "../../../webviews/contract/generated/protocol.ts";

export type Plan = { kind: "planned"; changeSet: ChangeSet } | { kind: "refused"; refusal: Refusal };

/** An operation that is under way. Only the engine can look into it. */
export interface Operation<T> {
  /** Releases its memory, which happens at the latest when it is collected. */
  free(): void;
  /** Names the type of the result; never set. */
  readonly result?: T;
}

/** The next request of an operation, or its result. `unanswered` is the end of one whose answer did not fit its request. */
export type OperationTurn<T> = { kind: "ask"; value: OperationRequest } | { kind: "done"; value: T } | { kind: "unanswered" };

/** The answer of a tool, as clients of the server get it. `failed` is the kind of the failure, null if there was none. */
interface ToolReply {
  readonly text: string;
  readonly structured: unknown;
  readonly failed: string | null;
}

/** The engine of one project. Every call is synchronous. */
export interface Engine {
  /**
   * Feeds everything that was found at or below these places. Known files there that are not in the
   * list were deleted.
   */
  feed(places: readonly string[], files: readonly FileState[], context: Context): FeedResult;
  /**
   * Feeds a log that has not been read, by its index. `end` is its content from `logIndexOffset` on.
   * Returns whether the index could be used.
   */
  feedIndexed(path: string, index: Uint8Array, end: Uint8Array): boolean;
  /** Returns a new index of a log whose content ends with `end`; undefined if none may or need be written. */
  logIndex(path: string, end: Uint8Array, context: Context): Uint8Array | undefined;
  /** Returns the paths of the logs that must be read for the history of a task: only an index of them is known. */
  logsOfTask(id: string): string[];
  /** Returns a `View` as JSON. */
  view(query: Query, context: Context): string;
  /** Returns tasks as a prompt for an agent, or undefined if there are no such tasks. */
  taskPrompt(ids: string[], context: Context): string | undefined;
  /** Returns what is known about a file, by its path relative to the project and its text. */
  fileKnowledge(path: string, text: string): FileKnowledge;
  /** Begins the operation that agents call by this name, with its arguments. */
  beginTool(name: string, args: object): Operation<ToolReply>;
  /** Begins to find the prompt of a session and the state of its pointers. The result is null if there is no such session. */
  beginSessionPage(id: string): Operation<SessionDetails | null>;
  /** Advances an operation with the answer to its last request, null at the beginning. */
  advance<T>(operation: Operation<T>, answer: OperationAnswer | null, context: Context): OperationTurn<T>;
  /** Returns a package that is made from a session, or from the latest one if the ID is empty; null if there is no such session. */
  sessionPackage(id: string): NewPackage | null;
  /** Returns a package with its secrets redacted. Called before a package is stored. */
  redactPackage(value: NewPackage): RedactedPackage;
  /** Measures the time of running timers since the last call, for a window with a name of its own. */
  trackTime(window: string, input: TimerInput, context: Context): TimerStatus;
  /** Returns the processes that hold tasks and of which only the system of `own` knows whether they are running. */
  claimProcesses(own: Process): Process[];
  /** Sets which processes that hold tasks have ended. Returns whether that is new. */
  setEndedProcesses(own: Process, ended: readonly Process[]): boolean;
  plan(command: Command, context: Context): Plan;
  begin(command: Command, context: Context, capabilities: Capabilities): Action;
  recover(context: Context, capabilities: Capabilities): Action;
  answer(answer: Answer, now: number): Action;
}

export interface EngineModule {
  new (): Engine;
  /** Returns whether the file at this path below `.handoff/` must be read and fed. */
  isContent(path: string): boolean;
  /**
   * Returns whether a `.handoff` folder is a project, by the content of its `config.toml` and the paths of its files
   * and folders: those directly in it, and those in its task tree down to the files of top-level tasks.
   */
  isProject(config: Uint8Array | undefined, paths: readonly string[]): boolean;
  /** Returns whether the file at this path must be read and fed as soon as packages are shown. */
  isPackage(path: string): boolean;
  /**
   * Returns whether a project's handover was interrupted, by the content of its checkpoint and its lock, the
   * window's own process and the state of the holder's.
   */
  checkHandover(checkpoint: Uint8Array | null, lock: Uint8Array | null, process: Process | null, answer: Answer | null, now: number): HandoverCheck;
  /** Returns the path of the index of a log, or undefined if the path is not that of a log. */
  logIndexPath(path: string): string | undefined;
  /** Returns the offset from which a log must be read to use its index, or undefined if the index is damaged. */
  logIndexOffset(index: Uint8Array): number | undefined;
  /** Parses the file of a step. Returns null if it is damaged. */
  parseUndoStep(bytes: Uint8Array): UndoStep | null;
}

/** The view that a query returns. */
export type ViewOf<Kind extends Query["kind"]> = Extract<View, { kind: Kind }>["view"];
