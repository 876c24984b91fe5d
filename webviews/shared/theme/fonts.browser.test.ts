// Text has the width of the fonts among the development dependencies, whatever fonts the machine
// has. Only on Linux.
import { describe, expect, it } from "vitest";

function width(text: string, font: string): number | undefined {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return undefined;
  context.font = `100px ${font}`;
  return Math.round(context.measureText(text).width);
}

describe.runIf(navigator.userAgent.includes("Linux"))("on Linux", () => {
  it.each([
    ["Handoff", "sans-serif", 381],
    ["Handoff", "system-ui", 381],
    ["Handoff", "monospace", 420],
    ["引き継ぎ", "sans-serif", 400],
    ["引き継ぎ", "monospace", 400],
  ] as const)("%s in %s has the width of our fonts", (text, font, expected) => {
    expect(width(text, font)).toBe(expected);
  });

  it("does not use a font of the machine", () => {
    expect(width("Handoff", "'DejaVu Sans', sans-serif")).toBe(width("Handoff", "sans-serif"));
    expect(width("Handoff", "'DejaVu Sans Mono', monospace")).toBe(width("Handoff", "monospace"));
  });
});
