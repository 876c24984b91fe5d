// What a project needs from the editor.

import type { ReadOnlyReason } from "../../../webviews/contract/common.ts";
import type { Context, OperationAnswer, OperationRequest } from "../../../webviews/contract/generated/protocol.ts";
import type { LoadEngine } from "../engine/engineLoader.ts";
import type { Shell } from "../shells/shell.ts";
import type { Disposable } from "../support/emitter.ts";
import type { Messages } from "../support/messages.ts";

/** What a project needs from the editor. */
export interface Ports {
  readonly loadEngine: LoadEngine;
  readonly shell: Shell;
  readonly messages: Messages;
  context(): Context;
  readOnly(): ReadOnlyReason;
  /** Calls back with each changed path below `.handoff/`. */
  watch(changed: (path: string) => void): Disposable;
  /**
   * Offers to save unsaved editors of these files. Returns the saved paths, or null if the user
   * declined.
   */
  settleEditors(paths: readonly string[]): Promise<string[] | null>;
  /** Answers what an operation asks of the world around the project. */
  answer(request: OperationRequest): Promise<OperationAnswer>;
  /** Reports a trap of the engine, once. */
  reportTrap(cause: unknown): void;
  log(message: string): void;
}
