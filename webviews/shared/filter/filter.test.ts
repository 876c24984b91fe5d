import { expect, it } from "vitest";
import { isEmpty, toggleChoice, withOverdue, withText } from "./filter.ts";

it("unchecking a choice removes its condition", () => {
  const chosen = toggleChoice({}, "labels", "risk");
  expect(chosen).toEqual({ labels: ["risk"] });
  expect(isEmpty(chosen)).toBe(false);
  expect(toggleChoice(chosen, "labels", "risk")).toEqual({});
  expect(toggleChoice({}, "priorities", null)).toEqual({ priorities: [null] });
});

it("overdue tasks only is a condition", () => {
  expect(isEmpty(withOverdue({}, true))).toBe(false);
  expect(withOverdue({ overdue: true }, false)).toEqual({});
});

it("blank text is no filter", () => {
  expect(isEmpty(withText({}, "  "))).toBe(true);
  expect(withText({ text: "a" }, "")).toEqual({});
});
