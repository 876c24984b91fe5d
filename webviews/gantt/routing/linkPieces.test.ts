import { expect, it } from "vitest";
import type { Point } from "../../shared/drag/gesture.ts";
import { piecesBetweenWords } from "./linkPieces.ts";

/** Words from 100 to 200 on the second of the lines, whose middle is at 42. */
const words = (line: number) => (line === 1 ? { left: 100, right: 200 } : null);
const at = (...spots: [x: number, y: number][]): Point[] => spots.map(([x, y]) => ({ x, y }));

it.each([
  ["down through words", at([150, 0], [150, 84]), [at([150, 0], [150, 33]), at([150, 51], [150, 84])]],
  ["up through words", at([150, 84], [150, 0]), [at([150, 84], [150, 51]), at([150, 33], [150, 0])]],
  ["down beside words", at([90, 0], [90, 84]), [at([90, 0], [90, 84])]],
  ["along words", at([80, 42], [250, 42], [250, 84]), [at([80, 42], [97, 42]), at([203, 42], [250, 42], [250, 84])]],
  ["back along words", at([250, 42], [80, 42]), [at([250, 42], [203, 42]), at([97, 42], [80, 42])]],
  ["between two lines", at([80, 56], [250, 56]), [at([80, 56], [250, 56])]],
  ["from a bar, with a corner in its words", at([90, 42], [150, 42], [150, 84]), [at([90, 42], [97, 42]), at([150, 51], [150, 84])]],
  ["from above the lines to below them", at([150, -50], [150, 20], [90, 20], [90, 200]), [at([150, 0], [150, 20], [90, 20], [90, 84])]],
  ["from a bar above the lines", at([10, -20], [50, -20], [50, 40], [80, 40]), [at([50, 0], [50, 40], [80, 40])]],
  ["wholly behind words", at([120, 42], [180, 42]), []],
])("an arrow %s", (_, points, pieces) => {
  expect(piecesBetweenWords(points, words, { first: 0, after: 3 })).toEqual(pieces);
});

it("looks up no words beyond the rendered lines", () => {
  const lines: number[] = [];
  const pieces = piecesBetweenWords(at([150, 14], [150, 28_000]), (line) => (lines.push(line), words(line)), { first: 1, after: 4 });
  expect(lines).toEqual([1, 2, 3]);
  expect(pieces).toEqual([at([150, 28], [150, 33]), at([150, 51], [150, 112])]);
});
