import { describe, expect, it } from "vitest";
import { among, nothing, only, withRange, withToggled } from "./selection.ts";
import type { Spot } from "./selection.ts";

const spot = (key: string, lane = ""): Spot => ({ key, lane });
const seen = ["a", "b", "c", "d"].map((key) => spot(key));
const chosen = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].toSorted();

describe("selection", () => {
  it("toggles", () => {
    expect(chosen(withToggled(only(spot("a")), spot("b")))).toEqual(["a", "b"]);
    expect(chosen(withToggled(only(spot("a")), spot("a")))).toEqual([]);
  });

  it("spans from the anchor in either direction", () => {
    expect(chosen(withRange(only(spot("b")), spot("d"), seen))).toEqual(["b", "c", "d"]);
    expect(chosen(withRange(withRange(only(spot("c")), spot("d"), seen), spot("a"), seen))).toEqual(["a", "b", "c"]);
    expect(chosen(withRange(nothing, spot("b"), seen))).toEqual(["b"]);
  });

  it("spans between the lanes in which it was made", () => {
    const twice = [spot("a", "x"), spot("b", "x"), spot("a", "y"), spot("c", "y")];
    expect(chosen(withRange(only(spot("a", "y")), spot("c", "y"), twice))).toEqual(["a", "c"]);
    expect(chosen(withRange(only(spot("a", "x")), spot("c", "y"), twice))).toEqual(["a", "b", "c"]);
  });

  it("loses what is gone", () => {
    const both = withToggled(only(spot("a")), spot("z"));
    expect(among(both, new Set(["a", "b", "c", "d"]))).toEqual({ keys: new Set(["a"]), anchor: null });
    expect(among(only(spot("a")), new Set(["a", "b", "c", "d"])).anchor).toEqual(spot("a"));
  });
});
