// Board views of a few cards, for tests.
import type { BoardView, Card, ProjectView } from "../../contract/generated/protocol.ts";
import { statuses } from "../../contract/generated/values.ts";
import { fakePeople } from "../../shared/testing/fakePeople.ts";

export function viewOf(cards: readonly Card[], revision = 1): BoardView {
  const columns = statuses.map((status) => {
    const own = cards.filter((card) => card.status === status);
    return { status, total: own.length, limit: null, wip: own.length, cards: own };
  });
  return { revision, unfiltered: cards.length, columns };
}

export function project(cards: readonly Card[]): ProjectView {
  return {
    revision: 1,
    initialized: true,
    name: "",
    description: "",
    layout: "toml",
    total: cards.length,
    counts: [],
    filterCounts: { assignees: {}, labels: {}, milestones: {}, priorities: {} },
    overdue: 0,
    needsYou: { agents: 0, review: 0, blocked: 0, items: 0, decisions: 0, problems: 0 },
    errors: 0,
    warnings: 0,
    assignees: fakePeople,
    milestones: [],
    labels: [...new Set(cards.flatMap(({ labels }) => labels))],
    wipLimits: [],
    unread: [],
    brokenTasks: 0,
    requireEstimate: false,
    undo: null,
    redo: null,
  };
}
