// What a project has to be able to say; how it is said is the editor's business.

import type { CommandResult } from "../../../webviews/contract/common.ts";
import type { Outcome, Text } from "../../../webviews/contract/generated/protocol.ts";

export interface Words {
  /** A sentence of the engine in the person's language. */
  say(text: Text): string;
  result(outcome: Outcome): CommandResult;
  readOnly(reason: "untrusted" | "readOnlyFileSystem"): string;
  /** Why a command came to nothing although nobody refused it. */
  failure(error: unknown): string;
  /** The person would not save an open editor. */
  readonly unsaved: string;
}
