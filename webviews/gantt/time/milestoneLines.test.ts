import { expect, it } from "vitest";
import { linesOfMarks } from "./milestoneLines.ts";

it.each([
  ["apart from each other are on one line", [[0, 60], [100, 60], [300, 60]], 500, [0, 0, 0]],
  ["whose name would meet the next diamond are on two", [[0, 100], [100, 60], [300, 60]], 500, [0, 1, 0]],
  ["give way to the flag of today", [[0, 60], [100, 60]], 150, [0, 1]],
  ["behind the flag stay", [[180, 60]], 140, [0]],
  ["at the same day are on one line each", [[0, 60], [0, 60], [0, 60]], 500, [0, 1, 2]],
  ["that fit nowhere are where the room is greatest", [[0, 60], [1, 30], [2, 50], [3, 60]], 500, [0, 1, 2, 1]],
] as const)("milestones %s", (_, marks, today, lines) => {
  expect(linesOfMarks(marks.map(([x, name]) => ({ x, name })), today)).toEqual(lines);
});
