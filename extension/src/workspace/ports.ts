// The interface between a project and the editor.

import type { ReadOnlyReason } from "../../../webviews/contract/common.ts";
import type { Context, OperationAnswer, OperationRequest } from "../../../webviews/contract/generated/protocol.ts";
import type { LoadEngine } from "../engine/engineLoader.ts";
import type { Shell } from "../shells/shell.ts";
import type { Disposable } from "../support/emitter.ts";
import type { Messages } from "../support/messages.ts";

/** The services of the editor that a project uses. */
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
  /** Answers the request of an operation that needs more than the project. */
  answer(request: OperationRequest): Promise<OperationAnswer>;
  /** Reports a trap of the engine, once. */
  reportTrap(cause: unknown): void;
  log(message: string): void;
}
