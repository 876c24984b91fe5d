// Asks what a drag would mean, while it goes on: one question at a time, and always the newest next.
// Invariant: an answer is told only when no newer question was asked since.
import type { Proposal, Reschedule } from "../contract/generated/protocol.ts";
import type { Actions } from "./actions.ts";

export interface Proposer {
  /** Asks soon; null asks nothing and makes older answers stale. */
  ask(reschedule: Reschedule | null): void;
}

export function proposer(propose: Actions["propose"], tell: (proposal: Proposal | null) => void): Proposer {
  let wanted: Reschedule | null = null;
  let asking = false;
  let text = "";

  async function next(): Promise<void> {
    while (wanted !== null) {
      const question = wanted;
      const answer = await propose(question);
      if (wanted !== question) continue;
      wanted = null;
      tell(answer ?? null);
    }
    asking = false;
  }

  return {
    ask: (reschedule) => {
      const same = JSON.stringify(reschedule);
      if (same === text) return;
      text = same;
      wanted = reschedule;
      if (reschedule === null) tell(null);
      else if (!asking) {
        asking = true;
        void next();
      }
    },
  };
}
