// Runs an operation of the engine: it asks for one thing after another, the shell answers, until the result.

import type { OperationAnswer, OperationRequest } from "../../../webviews/contract/generated/protocol.ts";
import type { OperationTurn } from "../engine/engineModule.ts";

/** Returns the result of an operation. `answer` performs its requests. */
export async function runOperation<T>(
  advance: (answer: OperationAnswer | null) => OperationTurn<T>,
  answer: (request: OperationRequest) => Promise<OperationAnswer>,
): Promise<T> {
  let turn = advance(null);
  while (turn.kind === "ask") turn = advance(await answer(turn.value));
  if (turn.kind === "unanswered") throw new Error("An operation was not answered.");
  return turn.value;
}
