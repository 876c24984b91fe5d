// Proposals of agents, for tests and pictures.
import { dayOf } from "../time/days.ts";
import { fakeCard } from "./fakeCard.ts";
import type { Card, CardProposal, ProposalRow, ProposalView, ProposedField, ProposedMove } from "../../contract/generated/protocol.ts";

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

/** A change of a proposal at a card. */
export function fakeChange(element: Partial<ProposalRow>): CardProposal {
  const { id, author } = fakeProposal({});
  return { id, author, element: { element: 1, kind: "change", task: "", title: "", fields: [], conflict: false, ...element } };
}

/** The card of a task that a proposal would create. */
export function ghostCard(title: string, more: Partial<Card> = {}): Card {
  return { ...fakeCard("", title), key: `p.${title}`, proposed: [fakeChange({ kind: "create", title, fields: [fakeField("estimateHours", "", "2")] })], ...more };
}

/** Tide Atlas: a proposal that moves, changes and creates tasks, of which one has changed since and one is gone. */
export const tideProposal = fakeProposal({
  elements: [
    { element: 1, kind: "change", task: "t2.1", title: "Tile rendering", conflict: false, fields: [fakeField("startDate", "2026-11-22", "2026-11-26"), fakeField("dueDate", "2026-11-25", "2026-11-30")] },
    { element: 2, kind: "change", task: "t5", title: "Performance budget", conflict: false, fields: [fakeField("dueDate", "2026-12-06", "2026-12-11", "2026-12-04")] },
    { element: 3, kind: "change", task: "t3.2", title: "Push notifications", conflict: false, fields: [fakeField("priority", "high", "low"), fakeField("assignee", "ai", "kenji")] },
    { element: 4, kind: "create", task: "", title: "Ask the port for a preview licence", conflict: false, fields: [fakeField("estimateHours", "", "2")] },
    { element: 5, kind: "delete", task: "t99", title: "", conflict: true, fields: [fakeField("status", "", "")] },
  ],
  moves: [moveOf("t2.1", "Tile rendering", ["2026-11-22", "2026-11-25"], ["2026-11-26", "2026-11-30"])],
});

function moveOf(id: string, title: string, [startBefore, dueBefore]: [string, string], [start, due]: [string, string]): ProposedMove {
  return { key: id, id, title, startBefore: day(startBefore), dueBefore: day(dueBefore), start: day(start), due: day(due), follows: false };
}

function day(date: string): number {
  return dayOf(date) ?? 0;
}
