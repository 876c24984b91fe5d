import { describe, expect, it } from "vitest";
import { layOutGraph } from "./lanes.ts";
import type { GraphNode } from "./lanes.ts";

/** Parses "c<a,b": the session c came from a and b. */
function nodes(text: string): GraphNode[] {
  return text.split(" ").map((part) => {
    const [id = "", parents = ""] = part.split("<");
    return { id, parents: parents === "" ? [] : parents.split(",") };
  });
}

/** Writes a row as its lane and its lines: "0 ^1-0 _0-2". */
function rowsOf(text: string): string[] {
  return layOutGraph(nodes(text)).rows.map(({ lane, lines }) =>
    [String(lane), ...lines.map(({ half, from, to }) => `${half === "upper" ? "^" : "_"}${from}-${to}`)].join(" "),
  );
}

describe("the graph", () => {
  it.each([
    ["sessions without relation", "c b a", ["0", "0", "0"]],
    ["a chain", "c<b b<a a", ["0 _0-0", "0 ^0-0 _0-0", "0 ^0-0"]],
    ["a fork", "c<a b<a a", ["0 _0-0", "1 ^0-0 _0-0 _1-0", "0 ^0-0"]],
    ["a merge", "c<b,a b a", ["0 _0-0 _0-1", "0 ^0-0 ^1-1 _1-1", "1 ^1-1"]],
    ["a line beside others", "d<a c b a", ["0 _0-0", "1 ^0-0 _0-0", "1 ^0-0 _0-0", "0 ^0-0"]],
    ["a parent that is unknown or above", "b<x a<b", ["0", "0"]],
  ])("of %s", (_name, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  it("is as wide as its lanes", () => {
    expect(layOutGraph(nodes("e<d,c,b d c b a")).width).toBe(3);
    expect(layOutGraph([]).width).toBe(1);
  });

  it("continues every line in the next row", () => {
    const all = nodes("h<f,g g<e f<d e<c,d d<b c<a b<a a");
    const { rows } = layOutGraph(all);
    for (const [at, row] of rows.entries()) {
      const below = row.lines.filter(({ half }) => half === "lower").map(({ to }) => to);
      const above = rows[at + 1]?.lines.filter(({ half }) => half === "upper").map(({ from }) => from) ?? [];
      expect(new Set(above)).toEqual(new Set(below));
    }
  });
});
