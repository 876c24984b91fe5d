import { expect, it } from "vitest";
import { translateText } from "./names.ts";

it("translateText names a task's status as its column does, and leaves plain arguments alone", () => {
  expect(translateText({ template: "{id} is {status}.", args: { id: "review", status: { status: "in_progress" } } })).toBe("review is In progress.");
  expect(translateText({ template: "{id} is {status}.", args: { id: "t1", status: "done" } })).toBe("t1 is done.");
});
