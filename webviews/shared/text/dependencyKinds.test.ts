import { expect, test } from "vitest";
import { dependencyText, isPlain } from "./dependencyKinds.ts";

test.each([
  ["finishToStart", 0, "starts after"],
  ["finishToStart", 1, "starts after, +1 day"],
  ["startToStart", 2, "starts with, +2 days"],
  ["finishToFinish", -1, "ends with, -1 day"],
  ["startToFinish", -3, "ends after the start, -3 days"],
] as const)("%s with a lag of %i is told as “%s”", (kind, lag, text) => {
  expect(dependencyText({ kind, lag }, "en")).toBe(text);
});

test("the default dependency has no description", () => {
  expect(isPlain({ kind: "finishToStart", lag: 0 })).toBe(true);
  expect(isPlain({ kind: "finishToStart", lag: 1 })).toBe(false);
  expect(isPlain({ kind: "startToStart", lag: 0 })).toBe(false);
});
