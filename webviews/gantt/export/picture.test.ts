import { describe, expect, it } from "vitest";
import { element, truncateText, text, widthOf } from "../../shared/picture/svgText.ts";
import { pictureOf } from "./picture.ts";
import type { PictureInput } from "./pictureInput.ts";
import { scaleOf } from "../../shared/picture/raster.ts";
import { fewRows, manyRows, row, viewOf } from "../testing/fakeView.ts";

function input(more: Partial<PictureInput> = {}): PictureInput {
  const { links, milestones, calendars, today } = viewOf();
  return {
    title: "Tide Atlas",
    rows: fewRows,
    links,
    milestones,
    calendars,
    today,
    mode: "plan",
    px: 18,
    critical: true,
    slack: true,
    group: "tree",
    names: new Map([["maya", "Maya Ito"]]),
    locale: "en-GB",
    ...more,
  };
}

describe("text in an SVG", () => {
  it.each([
    ["</text><script>alert(1)</script>", "&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;"],
    ['a" onload="x', "a&quot; onload=&quot;x"],
    ["R&D", "R&amp;D"],
    ["bell\u0007 null\u0000 half\ud83d!", "bell null half!"],
    ["whole 🌊", "whole 🌊"],
  ])("%j is escaped", (words, safe) => {
    expect(text(words)).toBe(safe);
  });

  it("is escaped in attributes", () => {
    expect(element("rect", { fill: '"><script>' })).toBe('<rect fill="&quot;&gt;&lt;script&gt;"/>');
  });

  it("is shortened to a width without splitting characters", () => {
    const cut = truncateText("🌊🌊🌊🌊🌊🌊", 40, 12);
    expect(cut).toBe("🌊🌊…");
    expect(widthOf(truncateText("A long title that has no room at all", 100, 12), 12)).toBeLessThanOrEqual(104);
    expect(truncateText("short", 100, 12)).toBe("short");
  });
});

describe("an SVG", () => {
  it("has every row's title, every link and every milestone", () => {
    const { svg } = pictureOf(input());
    for (const words of ["Platform foundation", "Parse feed → normalised rows", "&lt;station list&gt;", "Release notes", "Beta", "Overdue", "Maya Ito", "Today"]) {
      expect(svg).toContain(words);
    }
    expect(svg.match(/v7z"/gu)).toHaveLength(4);
  });

  it("has no script, no reference and only generic fonts", () => {
    const { svg } = pictureOf(input({ rows: [row("t1", '<script href="http://example.com">')] , links: [] }));
    expect(svg).not.toMatch(/<script|href="|url\(|<style|<image|<foreignObject/u);
    expect(svg.match(/font-family="[^"]*"/gu)).toEqual(['font-family="sans-serif"']);
  });

  it("has room for its rows and labels", () => {
    const few = pictureOf(input());
    const many = pictureOf(input({ rows: manyRows(1000), links: [] }));
    expect(many.height - few.height).toBe(992 * 28);
    expect(pictureOf(input({ px: 2.4 })).width).toBeLessThan(few.width);
  });

  it("shades adjacent rows with the same calendar together", () => {
    const boxes = (rows: number): number => (pictureOf(input({ rows: manyRows(rows).map((one) => ({ ...one, start: 20_779, due: 20_790 })), links: [] })).svg.match(/fill="#f1f3f5"/gu) ?? []).length;
    expect(boxes(400)).toBe(boxes(4));
  });

  it("of an empty chart has an axis", () => {
    expect(pictureOf(input({ rows: [], links: [] })).svg).toContain("Tide Atlas");
  });
});

describe("pixel sizes", () => {
  it.each([
    [800, 600, 2],
    [20_000, 600, 0.8],
    [600, 320_000, 0.05],
  ])("%i × %i is drawn at %f", (width, height, scale) => {
    expect(scaleOf({ width, height })).toBeCloseTo(scale);
  });

  it("have a limit for the whole picture", () => {
    const { width, height } = { width: 12_000, height: 12_000 };
    expect(scaleOf({ width, height }) ** 2 * width * height).toBeLessThanOrEqual(48_000_001);
  });
});
