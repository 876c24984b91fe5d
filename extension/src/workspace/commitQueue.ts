// Runs a commit: the engine returns an action, the shell performs it, the engine receives the
// answer, until the end.

import type { Action, Answer, Outcome } from "../../../webviews/contract/generated/protocol.ts";
import { perform, type Shell } from "../shells/shell.ts";

export interface CommitSteps {
  begin(): Action;
  step(answer: Answer): Action;
}

export async function runCommit(conversation: CommitSteps, shell: Shell): Promise<Outcome> {
  let action = conversation.begin();
  while (action.kind !== "end") {
    action = conversation.step(action.kind === "wait" ? await pause(action.ms) : await perform(shell, action));
  }
  return action.outcome;
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
