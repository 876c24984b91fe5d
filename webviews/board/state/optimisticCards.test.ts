import { describe, expect, it } from "vitest";
import type { BoardView } from "../../contract/generated/protocol.ts";
import { reusing } from "./structuralSharing.ts";
import { fakeCard } from "../testing/fakeProject.ts";
import { viewOf } from "../testing/views.ts";
import { afterGrant, afterSnapshot, withWishes } from "./optimisticCards.ts";
import type { Wish } from "./optimisticCards.ts";

const board = viewOf([fakeCard("a", "A"), fakeCard("b", "B"), fakeCard("r", "R", "review"), fakeCard("s", "S", "review")]);

function wish(more: Partial<Wish>): Wish {
  return { id: 1, keys: ["a"], patch: {}, revision: 1, granted: false, ...more };
}

const idsIn = (view: BoardView, status: string) => view.columns.find((column) => column.status === status)?.cards.map(({ id }) => id);

describe("a wish", () => {
  it.each([
    [{ kind: "after", id: "r" } as const, ["r", "a", "s"]],
    [{ kind: "before", id: "r" } as const, ["a", "r", "s"]],
    [{ kind: "first" } as const, ["a", "r", "s"]],
    [{ kind: "last" } as const, ["r", "s", "a"]],
    [{ kind: "after", id: "gone" } as const, ["r", "s", "a"]],
  ])("puts the card %o", (place, order) => {
    const after = withWishes(board, [wish({ patch: { status: "review" }, place })]);
    expect(idsIn(after, "review")).toEqual(order);
    expect(idsIn(after, "todo")).toEqual(["b"]);
    expect(after.columns.map(({ total }) => total)).toEqual([1, 0, 3, 0, 0, 0]);
  });

  it("changes fields in place", () => {
    const after = withWishes(board, [wish({ patch: { title: "Z", assignee: "maya", labels: { add: ["x"] } } })]);
    expect(after.columns[0]?.cards[0]).toMatchObject({ title: "Z", assignee: "maya", labels: ["x"] });
    expect(idsIn(after, "todo")).toEqual(["a", "b"]);
  });

  it("that is fulfilled changes nothing", () => {
    const once = withWishes(board, [wish({ patch: { status: "review" }, place: { kind: "after", id: "r" } })]);
    const twice = withWishes(once, [wish({ patch: { status: "review" }, place: { kind: "after", id: "r" } })]);
    expect(twice).toEqual(once);
  });

  it("waits for its snapshot, wherever the answer falls", () => {
    const moved = wish({ patch: { status: "review" }, place: { kind: "after", id: "r" } });
    const waits = [{ ...moved, granted: true }];
    const later = (view: BoardView) => ({ ...view, revision: 2 });
    expect(afterGrant([moved], 1, true, board)).toEqual(waits);
    expect(afterGrant([moved], 1, true, later(board)), "somebody else's snapshot").toEqual(waits);
    expect(afterGrant([moved], 1, true, later(withWishes(board, [moved])))).toEqual([]);
    expect(afterGrant([moved], 1, false, board)).toEqual([]);
    const sorted = wish({ patch: { status: "review" } });
    const shown = later(viewOf([fakeCard("b", "B"), fakeCard("a", "A", "review"), fakeCard("r", "R", "review"), fakeCard("s", "S", "review")]));
    expect(afterGrant([sorted], 1, true, shown), "in an order that the engine chose").toEqual([]);
    expect(afterSnapshot([...waits, wish({ id: 2 })]).map(({ id }) => id)).toEqual([2]);
  });
});

it("a new snapshot keeps the cards that say the same", () => {
  const next = structuredClone(board);
  const [, second] = next.columns[0]?.cards ?? [];
  if (second !== undefined) second.title = "Other";
  const merged = reusing(board, next);
  expect(merged.columns[0]?.cards[0]).toBe(board.columns[0]?.cards[0]);
  expect(merged.columns[0]?.cards[1]).toBe(second);
});
