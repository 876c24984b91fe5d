// A proposal of an agent, for tests and pictures.
import type { ProposalView, ProposedField } from "../../contract/generated/protocol.ts";

export function fakeField(name: string, now: string, proposed: string, was = now): ProposedField {
  return { field: name, was, now, proposed, conflict: was !== now };
}

export function fakeProposal(more: Partial<ProposalView>): ProposalView {
  const { elements = [] } = more;
  return {
    id: "p-20261129-4821",
    reason: "The licence arrives two weeks late.",
    author: { kind: "agent", name: "codex" },
    at: "2026-11-29T08:00:00Z",
    state: "open",
    answer: "",
    answeredBy: null,
    answeredAt: "",
    accepted: null,
    total: elements.length,
    elements,
    moves: [],
    refusal: null,
    ...more,
  };
}
