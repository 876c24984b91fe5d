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
  });

  it("extends from the anchor in either direction", () => {
    expect(chosen(selectRange(selectOnly(spot("b")), spot("d"), seen))).toEqual(["b", "c", "d"]);
    expect(chosen(selectRange(selectRange(selectOnly(spot("c")), spot("d"), seen), spot("a"), seen))).toEqual(["a", "b", "c"]);
    expect(chosen(selectRange(emptySelection, spot("b"), seen))).toEqual(["b"]);
  });

  it("extends across the lanes it was made in", () => {
    const twice = [spot("a", "x"), spot("b", "x"), spot("a", "y"), spot("c", "y")];
    expect(chosen(selectRange(selectOnly(spot("a", "y")), spot("c", "y"), twice))).toEqual(["a", "c"]);
    expect(chosen(selectRange(selectOnly(spot("a", "x")), spot("c", "y"), twice))).toEqual(["a", "b", "c"]);
  });

  it("drops removed keys", () => {
    const both = toggleSelected(selectOnly(spot("a")), spot("z"));
    expect(withoutMissing(both, exists)).toEqual({ keys: new Set(["a"]), anchor: null });
    expect(withoutMissing(selectOnly(spot("a")), exists).anchor).toEqual(spot("a"));
  });
});
