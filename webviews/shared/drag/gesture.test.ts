import { describe, expect, it } from "vitest";
import { edgeSpeed, classifyPress, dragActionOf } from "./gesture.ts";

describe("a press", () => {
  const from = { x: 10, y: 10 };
  it.each([
    ["a mouse that trembles waits", { x: 12, y: 12 }, false, "wait"],
    ["a mouse that moves drags", { x: 16, y: 10 }, false, "drag"],
    ["a finger that rests waits", { x: 14, y: 14 }, true, "wait"],
    ["a finger that moves scrolls", { x: 10, y: 30 }, true, "let go"],
    ["a mouse waits for more than 4 pixels", { x: 10, y: 14 }, false, "wait"],
    ["a mouse counts the distance, not its parts", { x: 13, y: 13 }, false, "drag"],
    ["a mouse drags to the upper left too", { x: 10, y: 4 }, false, "drag"],
    ["a finger rests within 8 pixels", { x: 18, y: 10 }, true, "wait"],
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
    [48, 0],
    [752, 0],
    [776, 8],
    [850, 16],
  ])("at %i scrolls by %i", (at, speed) => {
    expect(edgeSpeed(at, 0, 800)).toBe(speed);
  });

  it("is narrow in a narrow box", () => {
    expect(edgeSpeed(20, 0, 40)).toBe(0);
    expect(edgeSpeed(5, 0, 40)).toBe(-8);
    expect(edgeSpeed(5, 0, 0)).toBe(0);
    expect(edgeSpeed(105, 100, 140)).toBe(-8);
  });
});

it.each([
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["Home", "first"],
  ["End", "last"],
  ["PageUp", "back"],
  ["PageDown", "forth"],
  [" ", "drop"],
  ["Enter", "drop"],
  ["Escape", "cancel"],
  ["Tab", "cancel"],
  ["a", undefined],
])("the key “%s” during a drag means %s", (key, action) => {
  expect(dragActionOf(key)).toBe(action);
});
