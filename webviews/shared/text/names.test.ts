import { expect, it } from "vitest";
import { translateText } from "./names.ts";

it("a sentence names a status as its column does", () => {
  expect(translateText({ template: "{id} is {status}.", args: { id: "review", status: "in_progress" } })).toBe("review is In progress.");
  expect(translateText({ template: "{id} is {status}.", args: { id: "t1", status: "odd" } })).toBe("t1 is odd.");
});
