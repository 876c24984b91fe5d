import { describe, expect, it } from "vitest";
import type { Status } from "../../contract/generated/protocol.ts";
import { dropTargetAt, isSameTarget, remainingCards, stepDropTarget } from "./dropTarget.ts";
import type { DropField, DropTarget } from "./dropTarget.ts";
import type { Direction } from "../../shared/drag/gesture.ts";
import { lanesOf } from "./lanes.ts";
import { moveOfDrop } from "./move.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import { project, viewOf } from "../testing/views.ts";

const cards = [
  fakeCard("a", "A"),
  fakeCard("b", "B"),
  fakeCard("c", "C"),
  fakeCard("r", "R", "review"),
  fakeCard("s", "S", "review"),
];

function field(carried: string[], more: Partial<DropField> = {}): DropField {
  return {
    lanes: lanesOf(viewOf(cards), "none", project(cards), true),
    columns: ["todo", "in_progress", "review", "done"],
    folded: [],
    isRanked: true,
    draggedKeys: new Set(carried),
    from: "",
    ...more,
  };
}

const at = (status: Status, index: number | null): DropTarget => ({ status, lane: "", index });

describe("the drop target under the pointer", () => {
  it.each([
    ["upper half of the first card", "a", false, 0],
    ["lower half of the first card", "a", true, 1],
    ["a carried card means where it came from", "b", true, 1],
    ["below the carried card the others count", "c", false, 1],
    ["no card means the end", null, false, 2],
    ["an unknown card means the end", "r", false, 2],
    ["lower half of the last card", "c", true, 2],
  ])("%s", (_, card, below, index) => {
    expect(dropTargetAt(field(["b"]), "todo", "", card, below)).toEqual(at("todo", index));
  });

  it("is null in a folded or sorted column", () => {
    expect(dropTargetAt(field(["b"], { folded: ["done"] }), "done", "", null, false)).toEqual(at("done", null));
    expect(dropTargetAt(field(["b"], { folded: ["review"] }), "review", "", "r", true)).toEqual(at("review", null));
    expect(dropTargetAt(field(["b"], { isRanked: false }), "review", "", "r", true)).toEqual(at("review", null));
  });
});

describe("a column of finished tasks", () => {
  const target = dropTargetAt(field(["a"]), "done", "", null, true);

  it("has no places", () => {
    expect(target).toEqual(at("done", null));
    expect(stepDropTarget(field(["b"]), at("review", 1), "right")).toEqual(at("done", null));
  });

  it("takes cards without a place, and says so to those that are there", () => {
    expect(moveOfDrop(target, [fakeCard("a", "A")], field(["a"]), "none")).toEqual({ kind: "command", command: { kind: "updateTasks", ids: ["a"], patch: { status: "done" } } });
    expect(moveOfDrop(target, [fakeCard("d", "D", "done")], field(["d"]), "none")).toMatchObject({ kind: "impossible" });
  });
});

describe("a step by arrow key", () => {
  it.each<[string, DropTarget, Direction, DropTarget]>([
    ["down", at("todo", 0), "down", at("todo", 1)],
    ["not past the end", at("todo", 2), "down", at("todo", 2)],
    ["up", at("todo", 1), "up", at("todo", 0)],
    ["not past the top", at("todo", 0), "up", at("todo", 0)],
    ["right, no further than the cards there", at("todo", 2), "right", at("in_progress", 0)],
    ["left", at("review", 2), "left", at("in_progress", 0)],
    ["left, at the same place", at("done", 1), "left", at("review", 1)],
    ["not past the first column", at("todo", 1), "left", at("todo", 1)],
    ["to the top", at("review", 2), "first", at("review", 0)],
    ["to the end", at("review", 0), "last", at("review", 2)],
  ])("%s", (_, from, step, to) => {
    expect(stepDropTarget(field(["b"]), from, step)).toEqual(to);
  });

  it("has no index in a folded or sorted column", () => {
    expect(stepDropTarget(field(["b"], { folded: ["done"] }), at("review", 1), "right")).toEqual(at("done", null));
    expect(stepDropTarget(field(["b"], { folded: ["review"] }), at("done", null), "left")).toEqual(at("review", null));
    expect(stepDropTarget(field(["b"]), at("done", null), "left"), "from a folded column").toEqual(at("review", 0));
    const sorted = field(["b"], { isRanked: false });
    expect(stepDropTarget(sorted, at("todo", null), "right")).toEqual(at("in_progress", null));
    expect(stepDropTarget(sorted, at("todo", null), "down"), "there is no other lane").toEqual(at("todo", null));
    expect(stepDropTarget(sorted, at("todo", null), "up")).toEqual(at("todo", null));
  });

  it("goes through the lanes by page keys", () => {
    const owned = ["maya", "kenji"].flatMap((name) => [fakeCard(`${name}1`, "1", "todo", { assignee: name }), fakeCard(`${name}2`, "2", "todo", { assignee: name })]);
    const lanes = lanesOf(viewOf(owned), "assignee", project(owned), false);
    const two = field(["maya1"], { lanes });
    const of = (lane: string, index: number): DropTarget => ({ status: "todo", lane, index });
    expect(dropTargetAt(two, "todo", "kenji", "kenji2", false)).toEqual(of("kenji", 1));
    expect(dropTargetAt(two, "todo", "gone", "kenji2", false)).toEqual(of("gone", 0));
    expect(stepDropTarget(two, of("maya", 0), "forth")).toEqual(of("kenji", 0));
    expect(stepDropTarget(two, of("kenji", 1), "back"), "at the end of the lane above").toEqual(of("maya", 1));
    expect(stepDropTarget(two, of("kenji", 1), "forth"), "there is no further lane").toEqual(of("kenji", 1));
    expect(stepDropTarget(two, of("maya", 1), "down")).toEqual(of("kenji", 0));
    expect(stepDropTarget(two, of("kenji", 0), "up")).toEqual(of("maya", 1));
  });

  it("goes to the next lane at the first and last column", () => {
    const owned = [fakeCard("m", "M", "todo", { assignee: "maya" }), fakeCard("k", "K", "todo", { assignee: "kenji" })];
    const lanes = lanesOf(viewOf(owned), "assignee", project(owned), false);
    const two = field(["m"], { lanes });
    expect(stepDropTarget(two, { status: "todo", lane: "maya", index: 0 }, "down")).toEqual({ status: "todo", lane: "kenji", index: 0 });
    expect(stepDropTarget(two, { status: "todo", lane: "kenji", index: 0 }, "up")).toEqual({ status: "todo", lane: "maya", index: 0 });
  });
});

it("cards that are not dragged remain in a cell", () => {
  expect(remainingCards(field(["b"]), "todo", "").map(({ key }) => key)).toEqual(["a", "c"]);
  expect(remainingCards(field(["b"]), "todo", "gone")).toEqual([]);
});

it("targets are the same if status, lane and index are", () => {
  const target = at("todo", 1);
  expect(isSameTarget(target, { ...target })).toBe(true);
  for (const other of [at("review", 1), at("todo", 2), { ...target, lane: "maya" }, null]) expect(isSameTarget(target, other)).toBe(false);
  expect(isSameTarget(null, target)).toBe(false);
  expect(isSameTarget(null, null)).toBe(true);
});

describe("a drop command", () => {
  const drop = (keys: string[], target: DropTarget, more: Partial<DropField> = {}) =>
    moveOfDrop(target, cards.filter(({ key }) => keys.includes(key)), field(keys, more), "none");

  it.each([
    ["behind the card above", ["a"], at("review", 1), { kind: "after", id: "r" }],
    ["at the top, before the first", ["a"], at("review", 0), { kind: "before", id: "r" }],
    ["in an empty column", ["a"], at("in_progress", 0), { kind: "last" }],
    ["several at once", ["a", "b"], at("review", 2), { kind: "after", id: "s" }],
  ])("%s", (_, keys, target, place) => {
    expect(drop(keys, target)).toMatchObject({ kind: "command", command: { kind: "updateTasks", ids: keys, card: place } });
  });

  it("is null at the card's own place", () => {
    expect(drop(["b"], at("todo", 1)).kind).toBe("nothing");
    expect(drop(["a", "b"], at("todo", 0)).kind).toBe("nothing");
  });

  it("leaves the status out within the same column", () => {
    expect(drop(["b"], at("todo", 0))).toMatchObject({ kind: "command", command: { patch: {}, card: { kind: "before", id: "a" } } });
  });

  it("in a sorted column sets the status and leaves the rank alone", () => {
    const sorted = drop(["a"], at("review", null), { isRanked: false });
    expect(sorted).toEqual({ kind: "command", command: { kind: "updateTasks", ids: ["a"], patch: { status: "review" } } });
    expect(drop(["a"], at("todo", null), { isRanked: false }).kind).toBe("impossible");
  });
});

describe("lanes", () => {
  const tagged = [
    fakeCard("x", "X", "todo", { labels: ["risk", "backend"], parent: "p", parentTitle: "P", priority: "high" }),
    fakeCard("y", "Y", "todo", { labels: [] }),
  ];
  const inLane = (kind: Parameters<typeof moveOfDrop>[3], keys: string[], from: string, lane: string) => {
    const chosen = tagged.filter(({ key }) => keys.includes(key));
    const lanes = lanesOf(viewOf(tagged), kind, project(tagged), true);
    const target: DropTarget = { status: "todo", lane, index: 0 };
    return moveOfDrop(target, chosen, field(keys, { lanes, from }), kind);
  };
  const keysOf = (kind: Parameters<typeof lanesOf>[1], emptyToo: boolean) =>
    lanesOf(viewOf(tagged), kind, project(tagged), emptyToo).map(({ key, size }) => [key, size]);

  it("put cards without a value last", () => {
    expect(keysOf("priority", true)).toEqual([["high", 1], ["medium", 0], ["low", 0], ["", 1]]);
    expect(keysOf("priority", false)).toEqual([["high", 1], ["", 1]]);
  });

  it("list a card once for each of its labels", () => {
    expect(keysOf("label", true)).toEqual([["risk", 1], ["backend", 1], ["", 1]]);
  });

  it("of parents are sorted by ID", () => {
    const children = ["t10", "t2", "t1"].map((parent) => fakeCard(`${parent}.1`, "Child", "todo", { parent }));
    expect(lanesOf(viewOf(children), "parent", project(children), false).map(({ key }) => key)).toEqual(["t1", "t2", "t10"]);
  });

  it.each([
    ["assignee" as const, "", "maya", { patch: { assignee: "maya" } }],
    ["priority" as const, "high", "", { patch: { priority: null } }],
    ["label" as const, "risk", "data", { patch: { labels: { remove: ["risk"], add: ["data"] } } }],
    ["label" as const, "backend", "", { patch: { labels: { remove: ["backend"], add: [] } } }],
    ["parent" as const, "p", "q", { patch: {}, position: { parent: "q" } }],
    ["parent" as const, "p", "", { patch: {}, position: { parent: null } }],
  ])("by %s from “%s” to “%s” set what the lane stands for", (kind, from, lane, command) => {
    expect(inLane(kind, ["x"], from, lane)).toMatchObject({ kind: "command", command });
  });

  it("change nothing that is already set", () => {
    expect(inLane("parent", ["x"], "p", "p").kind).toBe("nothing");
    expect(inLane("label", ["x"], "risk", "risk").kind).toBe("nothing");
  });

  it("move cards from other lanes unless the label to remove is ambiguous", () => {
    expect(inLane("priority", ["x", "y"], "high", "low")).toMatchObject({ command: { ids: ["x", "y"], patch: { priority: "low" } } });
    expect(inLane("label", ["x", "y"], "risk", "data").kind).toBe("impossible");
  });
});
