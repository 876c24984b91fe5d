import { describe, expect, it } from "vitest";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { configChanges } from "./configChanges.ts";
import { pendingAfterAnswer, pendingAfterSnapshot } from "../../shared/optimistic.ts";
import { withPendingDates } from "./pendingDates.ts";
import { readPersistedState } from "./persistedState.ts";
import { partAt, rowDropTargetAt, rowStep } from "../drag/rowDropTarget.ts";
import { linesOf, parentOf, visibleRows } from "./tree.ts";

function row(id: string, depth: number, below = 0): GanttRow {
  return { key: id, id, title: id, depth, below, progress: 0 };
}

const rows = [row("a", 0, 3), row("a1", 1, 1), row("a11", 2), row("a2", 1), row("b", 0), row("c", 0)];
const shown = visibleRows(rows, new Set());

describe("rows", () => {
  it("hide folded rows and show hidden ones at their nearest visible ancestor", () => {
    const folded = visibleRows(rows, new Set(["a1"]));
    expect(folded).toEqual([0, 1, 3, 4, 5]);
    expect([...linesOf(rows, folded)]).toEqual([0, 1, 1, 2, 3, 4]);
    expect(visibleRows(rows, new Set(["a", "a1"]))).toEqual([0, 4, 5]);
  });

  it("know their parents", () => expect(rows.map((_, at) => parentOf(rows, at))).toEqual([-1, 0, 1, 0, -1, -1]));
});

describe("a dragged row", () => {
  const field = { rows, shown, draggedKeys: new Set(["c"]), isRanked: true };

  it.each([
    [4, "before", { parent: null, place: { kind: "before", id: "b" } }],
    [4, "inside", { parent: "b", place: { kind: "last" } }],
    [2, "after", { parent: "a1", place: { kind: "after", id: "a11" } }],
    [0, "after", { parent: "a", place: { kind: "first" } }],
  ] as const)("on line %i, %s", (line, part, wanted) => {
    expect(rowDropTargetAt(field, line, part)).toMatchObject(wanted);
  });

  it("cannot move into itself or its descendants", () => {
    const draggedKeys = new Set(["a"]);
    expect([0, 1, 2].map((line) => rowDropTargetAt({ ...field, draggedKeys }, line, "inside"))).toEqual([null, null, null]);
  });

  it("only moves into other rows if rows are sorted", () => expect(rowDropTargetAt({ ...field, isRanked: false }, 4, "before")).toMatchObject({ isInside: true }));

  it("moves in steps", () => {
    expect(rowStep(field, 3, "up")).toMatchObject({ parent: "a", place: { kind: "before", id: "a1" } });
    expect(rowStep(field, 3, "down")).toBeNull();
    expect(rowStep(field, 3, "in")).toMatchObject({ parent: "a1", place: { kind: "last" } });
    expect(rowStep(field, 2, "out")).toMatchObject({ parent: "a", place: { kind: "after", id: "a1" } });
    expect(rowStep(field, 0, "out")).toBeNull();
  });

  it("is placed before, inside or after a row by the pointer's position", () => expect([2, 14, 27].map((y) => partAt(28, y))).toEqual(["before", "inside", "after"]));
});

describe("pending dates", () => {
  const pending = [{ id: 1, dates: new Map([["b", { start: 5, due: 6 }]]), revision: 7, isConfirmed: false }];
  const afterCommand = (changed: boolean, revision: number) => pendingAfterAnswer(pending, 1, changed, (change) => change.revision !== revision);

  it("replace a row's dates until the snapshot contains them", () => {
    expect(withPendingDates(rows, pending)[4]).toMatchObject({ start: 5, due: 6 });
    expect(withPendingDates(rows, [])).toBe(rows);
    const confirmed = afterCommand(true, 7);
    expect(confirmed).toMatchObject([{ isConfirmed: true }]);
    expect(pendingAfterSnapshot(confirmed)).toEqual([]);
    expect(pendingAfterSnapshot(pending)).toBe(pending);
  });

  it("end with the answer if the snapshot came first or nothing changed", () => {
    expect(afterCommand(true, 8)).toEqual([]);
    expect(afterCommand(false, 7)).toEqual([]);
  });
});

it("configChanges uses the settings keys shared with other programs", () => {
  const keys = (choice: Parameters<typeof configChanges>[0]): unknown[] => configChanges(choice).map(({ key, value }) => [key.join("."), value]);
  expect(keys({ group: "milestone", sort: "id-desc" })).toEqual([
    ["gantt_view.sort", "id-desc"],
    ["gantt_view.group_by_assignee", false],
    ["gantt_view.group_by_milestone", true],
  ]);
  expect(keys({ filter: { assignees: ["maya"] } })).toEqual([["gantt_view.filter_assignee", "maya"]]);
  expect(keys({ filter: { assignees: ["maya"], text: "x" } })).toEqual([["gantt_view.filter_assignee", ""]]);
});

it("persisted state drops invalid values", () => {
  const usual = readPersistedState(undefined);
  expect(readPersistedState({ px: "many", widths: { title: 300, other: 1, due: "wide" }, switches: { push: false, x: true }, place: { day: 1 }, mode: "no", toggled: [1, "a"] })).toEqual({
    ...usual,
    widths: { ...usual.widths, title: 300 },
    switches: { ...usual.switches, push: false },
    toggled: ["a"],
  });
});
