// Carries out a commit: the engine says what to do next, the shell does it, the engine hears how it went, until it says that all is over.

import type { Action, Answer, Outcome } from "../../../webviews/contract/generated/protocol.ts";
import { perform, type Shell } from "../shells/shell.ts";

export interface Conversation {
  begin(): Action;
  step(answer: Answer): Action;
}

export async function converse(conversation: Conversation, shell: Shell): Promise<Outcome> {
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
