import { describe, expect, it } from "vitest";
import { readPersistedState } from "./persistedState.ts";

describe("persisted state", () => {
  it.each([undefined, null, 7, "text", [], { query: 3, selected: "x", scroll: [1] }])("may be nonsense: %o", (stored) => {
    expect(readPersistedState(stored)).toEqual({
      query: { filter: {}, sort: "manual", leavesOnly: true, unlimited: [] },
      laneKind: "none",
      folds: {},
      hiddenColumns: [],
      foldedLanes: [],
      selected: [],
      cardFields: ["id", "dueDate", "priority", "assignee"],
      entry: null,
      conflicts: [],
      scroll: {},
    });
  });

  it("is restored unchanged", () => {
    const kept = {
      query: { filter: { statuses: ["todo"], priorities: [null, "high"], text: "tide" }, sort: "due", leavesOnly: false, unlimited: ["done"] },
      laneKind: "label",
      folds: { skipped: true, done: false },
      hiddenColumns: ["review"],
      foldedLanes: ["label:risk"],
      selected: ["t1"],
      cardFields: [],
      entry: { kind: "add", status: "todo", lane: "", text: "Half a ti" },
      conflicts: [{ key: "t2", field: "title", mine: "Half ty" }],
      scroll: { board: [12, 0] },
    };
    expect(readPersistedState(structuredClone(kept))).toEqual(kept);
  });
});
