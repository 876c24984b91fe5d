import { describe, expect, it } from "vitest";
import type { Assignee } from "../../contract/generated/protocol.ts";
import { colorOfName, withColors } from "../../contract/people/personColors.ts";

const person = (key: string, color = ""): Assignee => ({ key, name: key, color, kind: "human", configured: true, openTasks: 0 });
const colorsOf = (...keys: string[]): string[] => withColors(keys.map((key) => person(key))).map(({ color }) => color);

function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

describe("colors of people without one", () => {
  it("differ between people whose names alone give nearly the same", () => {
    const apart = (one = "", other = ""): number => Math.abs(((hueOf(one) - hueOf(other) + 540) % 360) - 180);
    expect(apart(colorOfName("maya"), colorOfName("claude-code"))).toBeLessThan(20);
    const [maya, claude] = colorsOf("maya", "claude-code");
    expect(apart(maya, claude)).toBeGreaterThan(30);
  });

  it("are all distinct in a team of eight", () => {
    const colors = colorsOf("a", "b", "c", "maya", "kenji", "ai", "claude-code", "codex");
    expect(new Set(colors).size).toBe(8);
  });

  it("are those of the names where there are too many to differ, however many", () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `p${index}`);
    const colors = colorsOf(...keys);
    expect(colors.slice(9)).toEqual(keys.slice(9).map(colorOfName));
  });

  it("stay when a person is added", () => {
    expect(colorsOf("maya", "claude-code", "kenji").slice(0, 2)).toEqual(colorsOf("maya", "claude-code"));
  });

  it("leave a configured color as it is", () => {
    expect(withColors([person("maya", "#2f80ed")])).toEqual([person("maya", "#2f80ed")]);
  });
});
