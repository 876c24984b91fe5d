import { expect, it } from "vitest";
import { isEmpty, toggleChoice, withText } from "./filter.ts";

it("unchecking a choice removes its condition", () => {
  const chosen = toggleChoice({}, "labels", "risk");
  expect(chosen).toEqual({ labels: ["risk"] });
  expect(isEmpty(chosen)).toBe(false);
  expect(toggleChoice(chosen, "labels", "risk")).toEqual({});
  expect(toggleChoice({}, "priorities", null)).toEqual({ priorities: [null] });
});

it("blank text is no filter", () => {
  expect(isEmpty(withText({}, "  "))).toBe(true);
  expect(withText({ text: "a" }, "")).toEqual({});
});
