// Runs a commit: the engine returns an action, the shell performs it, the engine receives the
// answer, until the end.

import type { Action, Answer, Outcome } from "../../../webviews/contract/generated/protocol.ts";
import type { ShellAction } from "../shells/shell.ts";

export interface CommitConversation {
  begin(): Action;
  answer(answer: Answer): Action;
}

/** Performs the actions that need the editor or its file system. */
export interface Performer {
  perform(action: ShellAction): Promise<Answer>;
  settleEditors(paths: readonly string[]): Promise<Answer>;
}

export async function runCommit(conversation: CommitConversation, performer: Performer): Promise<Outcome> {
  let action = conversation.begin();
  while (action.kind !== "end") action = conversation.answer(await perform(action, performer));
  return action.outcome;
}

async function perform(action: Exclude<Action, { kind: "end" }>, performer: Performer): Promise<Answer> {
  if (action.kind === "wait") return await pause(action.ms);
  // VSCode reports changes of files some time after they have happened.
  if (action.kind === "findChanges") return { kind: "unknown" };
  if (action.kind === "settleEditors") return await performer.settleEditors(action.paths);
  return await performer.perform(action);
}

async function pause(ms: number): Promise<Answer> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return { kind: "ok" };
}

/** Runs tasks one after another. The signal cancels a task only before it starts. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T> | T, signal?: AbortSignal): Promise<T> {
    const result = this.#last.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
