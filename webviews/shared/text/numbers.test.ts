import { expect, test } from "vitest";
import { wholePercent } from "./numbers.ts";

test.each([
  [0, 0, 0],
  [0, 10, 0],
  [1, 150, 1],
  [29, 50, 58],
  [29, 100, 29],
  [2999, 3000, 99],
  [3000, 3000, 100],
])("%d of %d is %d percent", (done, total, percent) => {
  expect(wholePercent(done, total)).toBe(percent);
});
