// The order of the functions in the engine's module.
import { expect, test } from "vitest";
import { orderByLikeness } from "../../scripts/lib/likeness.mjs";

const bodies = (...texts: string[]) => texts.map((text) => Buffer.from(text));

test("functions that look alike stand together", () => {
  const some = bodies("the sun rises over the hill", "0123456789 0123456789", "the sun sets over the hill", "9 0123456789 01234");
  expect(orderByLikeness(some)).toEqual([0, 2, 1, 3]);
});

test("every function is there once, whatever it looks like", () => {
  const some = bodies("", "a", "ab".repeat(9000), "", "another of no kind", "ab".repeat(9000), "ab");
  expect(orderByLikeness(some).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(orderByLikeness([])).toEqual([]);
});
