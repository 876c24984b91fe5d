import { describe, expect, it } from "vitest";
import { among, nothing, only, withRange, withToggled } from "./selection.ts";

const seen = ["a", "b", "c", "d"];
const chosen = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].toSorted();

describe("selection", () => {
  it("toggles", () => {
    expect(chosen(withToggled(only("a"), "b"))).toEqual(["a", "b"]);
    expect(chosen(withToggled(only("a"), "a"))).toEqual([]);
  });

  it("spans from the anchor in either direction", () => {
    expect(chosen(withRange(only("b"), "d", seen))).toEqual(["b", "c", "d"]);
    expect(chosen(withRange(withRange(only("c"), "d", seen), "a", seen))).toEqual(["a", "b", "c"]);
    expect(chosen(withRange(nothing, "b", seen))).toEqual(["b"]);
  });

  it("loses what is gone", () => {
    const both = withToggled(only("a"), "z");
    expect(among(both, new Set(seen))).toEqual({ keys: new Set(["a"]), anchor: null });
    expect(among(only("a"), new Set(seen)).anchor).toBe("a");
  });
});
