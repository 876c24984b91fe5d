import { describe, expect, it } from "vitest";
import type { BoardView } from "../../contract/generated/protocol.ts";
import { shareUnchanged } from "./columns.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import { viewOf } from "../testing/views.ts";
import { pendingAfterAnswer, pendingAfterSnapshot } from "../../shared/optimistic.ts";
import { isShown, withPendingMoves } from "./optimisticCards.ts";
import type { PendingMove } from "./optimisticCards.ts";

const board = viewOf([fakeCard("a", "A"), fakeCard("b", "B"), fakeCard("r", "R", "review"), fakeCard("s", "S", "review")]);

function pendingMove(more: Partial<PendingMove>): PendingMove {
  return { id: 1, keys: ["a"], patch: {}, revision: 1, isConfirmed: false, ...more };
}

/** Returns what is pending after the answer to a move, on a board that may contain it. */
function afterMove(move: PendingMove, changed: boolean, view: BoardView) {
  return pendingAfterAnswer([move], move.id, changed, (other) => view.revision !== other.revision && isShown(view, other));
}

const idsIn = (view: BoardView, status: string) => view.columns.find((column) => column.status === status)?.cards.map(({ id }) => id);

describe("a pending change", () => {
  it.each([
    [{ kind: "after", id: "r" } as const, ["r", "a", "s"]],
    [{ kind: "after", id: "s" } as const, ["r", "s", "a"]],
    [{ kind: "before", id: "r" } as const, ["a", "r", "s"]],
    [{ kind: "first" } as const, ["a", "r", "s"]],
    [{ kind: "last" } as const, ["r", "s", "a"]],
    [{ kind: "after", id: "gone" } as const, ["r", "s", "a"]],
  ])("puts the card %o", (place, order) => {
    const after = withPendingMoves(board, [pendingMove({ patch: { status: "review" }, place })]);
    expect(idsIn(after, "review")).toEqual(order);
    expect(idsIn(after, "todo")).toEqual(["b"]);
    expect(after.columns.map(({ total }) => total)).toEqual([1, 0, 3, 0, 0, 0]);
  });

  it("changes fields in place", () => {
    const after = withPendingMoves(board, [pendingMove({ patch: { title: "Z", assignee: "maya", labels: { add: ["x"] } } })]);
    expect(after.columns[0]?.cards[0]).toMatchObject({ title: "Z", assignee: "maya", labels: ["x"] });
    expect(idsIn(after, "todo")).toEqual(["a", "b"]);
  });

  it.each<[string, PendingMove["patch"], object]>([
    ["an assignee", { assignee: null }, { milestone: "v1", priority: "high", labels: ["x", "y"] }],
    ["a milestone", { milestone: null }, { assignee: "maya", priority: "high", labels: ["x", "y"] }],
    ["a priority", { priority: null }, { assignee: "maya", milestone: "v1", labels: ["x", "y"] }],
    ["a label", { labels: { remove: ["x"], add: ["y", "z"] } }, { assignee: "maya", milestone: "v1", priority: "high", labels: ["y", "z"] }],
    ["all labels", { labels: { set: ["z"] } }, { assignee: "maya", milestone: "v1", priority: "high", labels: ["z"] }],
    ["other values", { milestone: "v2", priority: "low", assignee: "kenji" }, { assignee: "kenji", milestone: "v2", priority: "low", labels: ["x", "y"] }],
  ])("takes away or replaces %s", (_, patch, left) => {
    const full = viewOf([fakeCard("a", "A", "todo", { assignee: "maya", milestone: "v1", priority: "high", labels: ["x", "y"] }), fakeCard("b", "B")]);
    const after = withPendingMoves(full, [pendingMove({ patch })]);
    expect(after.columns[0]?.cards).toStrictEqual([fakeCard("a", "A", "todo", left), fakeCard("b", "B")]);
    expect(after.columns[1]).toBe(full.columns[1]);
  });

  it.each([
    [null, {}],
    [{ id: "q", title: "Q" }, { parent: "q", parentTitle: "Q" }],
    [undefined, { parent: "p", parentTitle: "P" }],
  ])("moves the card to the parent %o", (parent, left) => {
    const nested = viewOf([fakeCard("a", "A", "todo", { parent: "p", parentTitle: "P" })]);
    const after = withPendingMoves(nested, [pendingMove({ ...(parent !== undefined && { parent }) })]);
    expect(after.columns[0]?.cards).toStrictEqual([fakeCard("a", "A", "todo", left)]);
  });

  it("moves several cards in the given order and counts them", () => {
    const after = withPendingMoves(board, [pendingMove({ keys: ["b", "gone", "a"], patch: { status: "review" }, place: { kind: "first" } })]);
    expect(idsIn(after, "review")).toEqual(["b", "a", "r", "s"]);
    expect(after.columns.map(({ wip }) => wip)).toEqual([0, 0, 4, 0, 0, 0]);
  });

  it("moves a card within its column only to a place", () => {
    const place = (to: PendingMove["place"]) => idsIn(withPendingMoves(board, [pendingMove({ patch: {}, ...(to && { place: to }) })]), "todo");
    expect(place({ kind: "last" })).toEqual(["b", "a"]);
    expect(place(undefined)).toEqual(["a", "b"]);
  });

  it("moves a card to another column without a place", () => {
    const after = withPendingMoves(board, [pendingMove({ patch: { status: "review" } })]);
    expect([idsIn(after, "todo"), idsIn(after, "review")]).toEqual([["b"], ["r", "s", "a"]]);
  });

  it.each<[string, Partial<PendingMove>, boolean]>([
    ["a title that differs is not shown", { patch: { title: "Z" } }, false],
    ["an assignee that differs is not shown", { patch: { assignee: "maya" } }, false],
    ["another place is not shown", { patch: {}, place: { kind: "last" } }, false],
    ["an equal title is shown", { patch: { title: "A" } }, true],
    ["cards that the snapshot does not show count as shown", { keys: ["gone"], patch: { title: "Z" } }, true],
  ])("%s", (_, more, shown) => {
    expect(isShown(board, pendingMove(more))).toBe(shown);
  });

  it("changes nothing once the snapshot contains it", () => {
    const once = withPendingMoves(board, [pendingMove({ patch: { status: "review" }, place: { kind: "after", id: "r" } })]);
    const twice = withPendingMoves(once, [pendingMove({ patch: { status: "review" }, place: { kind: "after", id: "r" } })]);
    expect(twice).toEqual(once);
  });

  it("ends with its snapshot, whether the answer comes before or after", () => {
    const moved = pendingMove({ patch: { status: "review" }, place: { kind: "after", id: "r" } });
    const waits = [{ ...moved, isConfirmed: true }];
    const later = (view: BoardView) => ({ ...view, revision: 2 });
    expect(afterMove(moved, true, board)).toEqual(waits);
    expect(afterMove(moved, true, later(board)), "somebody else's snapshot").toEqual(waits);
    expect(afterMove(moved, true, later(withPendingMoves(board, [moved])))).toEqual([]);
    expect(afterMove(moved, false, board)).toEqual([]);
    const sorted = pendingMove({ patch: { status: "review" } });
    const shown = later(viewOf([fakeCard("b", "B"), fakeCard("a", "A", "review"), fakeCard("r", "R", "review"), fakeCard("s", "S", "review")]));
    expect(afterMove(sorted, true, shown), "in an order that the engine chose").toEqual([]);
    const others = [pendingMove({ id: 2 }), pendingMove({ id: 3 })];
    expect(pendingAfterSnapshot(others)).toBe(others);
    expect(pendingAfterAnswer(others, 2, true, () => true)).toEqual([others[1]]);
    expect(pendingAfterSnapshot([...waits, pendingMove({ id: 2 })]).map(({ id }) => id)).toEqual([2]);
  });
});

it("a new snapshot keeps the identity of equal cards", () => {
  const next = structuredClone(board);
  const [, second] = next.columns[0]?.cards ?? [];
  if (second !== undefined) second.title = "Other";
  const merged = shareUnchanged(board, next);
  expect(merged.columns[0]?.cards[0]).toBe(board.columns[0]?.cards[0]);
  expect(merged.columns[0]?.cards[1]).toBe(second);
});
