import { describe, expect, it } from "vitest";
import type { DependencyKind } from "../../contract/generated/protocol.ts";
import { arrowHead, distanceTo, verticalAt, roundedPath, route } from "../routing/routing.ts";

const from = { left: 100, right: 200, y: 14 };
const later = { left: 300, right: 400, y: 70 };
const sooner = { left: 120, right: 180, y: 70 };
const none = (): number => 0;
const kinds: DependencyKind[] = ["finishToStart", "startToStart", "finishToFinish", "startToFinish"];

describe("an arrow", () => {
  it.each([
    ["finishToStart", 200, 300],
    ["startToStart", 100, 300],
    ["finishToFinish", 200, 400],
    ["startToFinish", 100, 400],
  ] as const)("of %s leaves and arrives at the proper ends", (kind, begins, ends) => {
    const spots = route({ from, to: later, kind }, none);
    expect([spots[0]?.x, spots.at(-1)?.x]).toEqual([begins, ends]);
  });

  it.each(kinds)("of %s bends at right angles and leaves and arrives straight", (kind) => {
    for (const to of [later, sooner]) {
      const spots = route({ from, to, kind }, none);
      for (let at = 1; at < spots.length; at += 1) {
        const [a, b] = [spots[at - 1], spots[at]];
        expect(a?.x === b?.x || a?.y === b?.y).toBe(true);
      }
      expect(spots[0]?.y).toBe(spots[1]?.y);
      expect(spots.at(-1)?.y).toBe(spots.at(-2)?.y);
    }
  });

  it("uses the gap between rows where the other bar begins earlier", () => {
    expect(route({ from, to: sooner, kind: "finishToStart" }, none).map(({ y }) => y)).toEqual([14, 14, 28, 28, 70, 70]);
  });

  it("takes the side on which it crosses fewer bars", () => {
    const crowded = (x: number): number => (x < 250 ? 2 : 0);
    expect(route({ from, to: later, kind: "finishToStart" }, crowded)[1]?.x).toBe(289);
    expect(route({ from, to: later, kind: "finishToStart" }, none)[1]?.x).toBe(207);
  });

  it("has round corners and a head that points at the bar", () => {
    const spots = route({ from, to: later, kind: "finishToStart" }, none);
    expect(roundedPath(spots)).toBe("M200 14L203.5 14Q207 14 207 17.5L207 66Q207 70 211 70L300 70");
    expect(arrowHead(spots)).toBe("M300 70l-6 -3.5v7z");
  });

  it("is found near the pointer", () => {
    const spots = route({ from, to: later, kind: "finishToStart" }, none);
    expect([distanceTo(spots, { x: 210, y: 40 }), distanceTo(spots, { x: 250, y: 40 })]).toEqual([3, 30]);
  });
});

it("verticalAt finds the vertical segment at a point, and null at bends and beyond it", () => {
  const spots = route({ from, to: { ...later, y: 700 }, kind: "finishToStart" }, none);
  expect(verticalAt(spots, 100, 600)).toBe(207);
  expect(verticalAt(spots, 100, 800)).toBeNull();
  expect(verticalAt(spots, 0, 600)).toBeNull();
});
