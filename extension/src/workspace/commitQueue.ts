// Carries out a commit: the engine says what to do next, the shell does it, the engine hears how it went, until it says that all is over.

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

/** Runs tasks one after another. A task that has not begun can be cancelled by its signal; one that has begun runs to its end. */
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
