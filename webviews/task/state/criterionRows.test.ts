import { expect, test } from "vitest";
import { applyEdit, matchRows } from "./criterionRows.ts";
import type { CriterionRow } from "./criterionRows.ts";

const rows = (text: string): CriterionRow[] =>
  text.split(" ").map((part) => ({ key: part.charAt(0), item: part.slice(2), checked: false }));
const shown = (list: readonly CriterionRow[]): string => list.map(({ key, item }) => `${key}:${item}`).join(" ");
const list = (text: string) => text.split(" ").map((item) => ({ item, checked: false }));

test.each([
  ["a:one b:two", "one two", "a:one b:two"],
  ["a:one b:two", "two one", "b:two a:one"],
  ["a:one b:two", "one changed", "a:one b:changed"],
  ["a:one b:two", "zero one two", "n1:zero a:one b:two"],
  ["a:one b:two c:three", "one three", "a:one c:three"],
  ["a:same b:same", "same same same", "a:same b:same n1:same"],
  ["a:one b:two c:three", "three one reworded", "c:three a:one n1:reworded"],
])("the rows %s, when the file says %s, are %s", (before, now, after) => {
  let count = 0;
  expect(shown(matchRows(rows(before), list(now), () => `n${(count += 1)}`))).toBe(after);
});

test.each([
  [{ kind: "add", index: 9, item: "new" } as const, "a:one b:two c:three n:new"],
  [{ kind: "reword", index: 1, item: "two", to: "2" } as const, "a:one b:2 c:three"],
  [{ kind: "move", index: 0, item: "one", to: 2 } as const, "b:two c:three a:one"],
  [{ kind: "move", index: 2, item: "three", to: 0 } as const, "c:three a:one b:two"],
  [{ kind: "remove", index: 1, item: "two" } as const, "a:one c:three"],
])("%o", (edit, after) => {
  expect(shown(applyEdit(rows("a:one b:two c:three"), edit, () => "n"))).toBe(after);
});
