import { describe, expect, it } from "vitest";
import { edgeSpeed, classifyPress } from "./gesture.ts";

describe("a press", () => {
  const from = { x: 10, y: 10 };
  it.each([
    ["a mouse that trembles waits", { x: 12, y: 12 }, false, "wait"],
    ["a mouse that moves drags", { x: 16, y: 10 }, false, "drag"],
    ["a finger that rests waits", { x: 14, y: 14 }, true, "wait"],
    ["a finger that moves scrolls", { x: 10, y: 30 }, true, "let go"],
  ])("%s", (_, to, byTouch, means) => {
    expect(classifyPress(from, to, byTouch)).toBe(means);
  });
});

describe("an edge zone", () => {
  it.each([
    [400, 0],
    [0, -16],
    [800, 16],
    [-50, -16],
    [24, -8],
  ])("at %i scrolls by %i", (at, speed) => {
    expect(edgeSpeed(at, 0, 800)).toBe(speed);
  });

  it("is narrow in a narrow box", () => {
    expect(edgeSpeed(20, 0, 40)).toBe(0);
    expect(edgeSpeed(5, 0, 0)).toBe(0);
  });
});
