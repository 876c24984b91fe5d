import { expect, it } from "vitest";
import { isEmpty, toggleChoice, withOverdue, withText } from "./filter.ts";

it("unchecking a choice removes its condition", () => {
  const chosen = toggleChoice({}, "labels", "risk");
  expect(chosen).toEqual({ labels: ["risk"] });
  expect(isEmpty(chosen)).toBe(false);
  expect(toggleChoice(chosen, "labels", "risk")).toEqual({});
  expect(toggleChoice({}, "priorities", null)).toEqual({ priorities: [null] });
  const two = toggleChoice({ text: "a", labels: ["risk"] }, "labels", "data");
  expect(two).toEqual({ text: "a", labels: ["risk", "data"] });
  expect(toggleChoice(two, "labels", "risk")).toEqual({ text: "a", labels: ["data"] });
});

it("overdue tasks only is a condition", () => {
  expect(isEmpty(withOverdue({}, true))).toBe(false);
  expect(withOverdue({}, true)).toEqual({ overdue: true });
  expect(withOverdue({ overdue: true }, false)).toEqual({});
});

it("blank text is no filter", () => {
  expect(isEmpty(withText({}, "  "))).toBe(true);
  expect(withText({}, "a")).toEqual({ text: "a" });
  expect(withText({ text: "a" }, "")).toEqual({});
});

it.each([
  [{}, true],
  [{ text: "a" }, false],
  [{ overdue: false }, true],
  [{ statuses: ["todo" as const] }, false],
  [{ assignees: ["maya"] }, false],
  [{ labels: [] }, true],
  [{ milestones: ["v1"] }, false],
  [{ priorities: ["high" as const] }, false],
])("%o is empty: %s", (filter, empty) => {
  expect(isEmpty(filter)).toBe(empty);
});
