// The interface of the WebAssembly module, in the types of the wire vocabulary.

import type {
  Action,
  Answer,
  Capabilities,
  ChangeSet,
  Command,
  Context,
  FeedResult,
  FileState,
  Query,
  Refusal,
  SessionDetails,
  Step,
  View,
} from "../../../webviews/contract/generated/protocol.ts";

export type Plan = { kind: "planned"; changeSet: ChangeSet } | { kind: "refused"; refusal: Refusal };

/** The engine of one project. Every call is synchronous. */
export interface Engine {
  /**
   * Feeds everything that was found at or below these places. Known files there that are not in the
   * list were deleted.
   */
  feed(places: readonly string[], files: readonly FileState[], now: number): FeedResult;
  /** Returns a `View` as JSON. */
  view(query: Query, context: Context): string;
  /** Returns a task as Markdown for an agent, or undefined if there is no such task. */
  taskPrompt(id: string, context: Context): string | undefined;
  /** Returns the paths of the files to which a session's prompt refers, relative to the project. */
  pointerFiles(id: string): string[];
  /** Returns the prompt of a session and the state of its pointers, or null if there is no such session. */
  sessionPage(id: string, files: readonly FileState[], context: Context): SessionDetails | null;
  plan(command: Command, context: Context): Plan;
  begin(command: Command, context: Context, capabilities: Capabilities): Action;
  recover(context: Context, capabilities: Capabilities): Action;
  step(answer: Answer, now: number): Action;
}

export interface EngineModule {
  new (): Engine;
  /** Returns whether the file at this path below `.handoff/` must be read and fed. */
  isContent(path: string): boolean;
  /** Parses the file of a step. Returns null if it is damaged. */
  parseStep(bytes: Uint8Array): Step | null;
}

/** The view that a query returns. */
export type ViewOf<Kind extends Query["kind"]> = Extract<View, { kind: Kind }>["view"];
