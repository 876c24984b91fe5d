import { describe, expect, it } from "vitest";
import { emptySelection, selectOnly, selectRange, toggleSelected, withoutMissing } from "./selection.ts";
import type { Spot } from "./selection.ts";

const spot = (key: string, lane = ""): Spot => ({ key, lane });
const seen = ["a", "b", "c", "d"].map((key) => spot(key));
const exists = (key: string) => ["a", "b", "c", "d"].includes(key);
const chosen = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].toSorted();

describe("selection", () => {
  it("toggles keys", () => {
    expect(chosen(toggleSelected(selectOnly(spot("a")), spot("b")))).toEqual(["a", "b"]);
    expect(chosen(toggleSelected(selectOnly(spot("a")), spot("a")))).toEqual([]);
    expect(chosen(toggleSelected(emptySelection, spot("a")))).toEqual(["a"]);
  });

  it("extends from the anchor in either direction", () => {
    expect(chosen(selectRange(selectOnly(spot("b")), spot("d"), seen))).toEqual(["b", "c", "d"]);
    expect(chosen(selectRange(selectRange(selectOnly(spot("c")), spot("d"), seen), spot("a"), seen))).toEqual(["a", "b", "c"]);
    expect(selectRange(emptySelection, spot("b"), seen)).toEqual({ keys: new Set(["b"]), anchor: spot("b") });
    expect(selectRange(selectOnly(spot("a")), spot("b"), seen).anchor).toEqual(spot("a"));
  });

  it("extends across the lanes it was made in", () => {
    const twice = [spot("a", "x"), spot("b", "x"), spot("a", "y"), spot("c", "y")];
    expect(chosen(selectRange(selectOnly(spot("a", "y")), spot("c", "y"), twice))).toEqual(["a", "c"]);
    expect(chosen(selectRange(selectOnly(spot("a", "x")), spot("c", "y"), twice))).toEqual(["a", "b", "c"]);
  });

  it("is the item alone if the anchor or the item is not shown", () => {
    expect(selectRange(selectOnly(spot("gone")), spot("b"), seen)).toEqual(selectOnly(spot("b")));
    expect(selectRange(selectOnly(spot("a")), spot("gone"), seen)).toEqual(selectOnly(spot("gone")));
  });

  it("begins a range where an item was toggled", () => {
    expect(toggleSelected(selectOnly(spot("a")), spot("b")).anchor).toEqual(spot("b"));
  });

  it("drops removed keys", () => {
    const both = toggleSelected(selectOnly(spot("a")), spot("z"));
    expect(withoutMissing(both, exists)).toEqual({ keys: new Set(["a"]), anchor: null });
    const first = selectOnly(spot("a"));
    expect(withoutMissing(first, exists)).toBe(first);
    const kept = toggleSelected(selectOnly(spot("z")), spot("a"));
    expect(withoutMissing(kept, exists)).toEqual(first);
    const bare = { keys: new Set(["a", "z"]), anchor: null };
    expect(withoutMissing(bare, exists)).toEqual({ keys: new Set(["a"]), anchor: null });
  });
});
