import { expect, it } from "vitest";
import { isEmpty, toggleChoice, withText } from "./filter.ts";

it("a choice that is taken back leaves nothing behind", () => {
  const chosen = toggleChoice({}, "labels", "risk");
  expect(chosen).toEqual({ labels: ["risk"] });
  expect(isEmpty(chosen)).toBe(false);
  expect(toggleChoice(chosen, "labels", "risk")).toEqual({});
  expect(toggleChoice({}, "priorities", null)).toEqual({ priorities: [null] });
});

it("blank text filters nothing", () => {
  expect(isEmpty(withText({}, "  "))).toBe(true);
  expect(withText({ text: "a" }, "")).toEqual({});
});
