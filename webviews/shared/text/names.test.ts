import { expect, it } from "vitest";
import { fieldName, milestoneFacts, translateText } from "./names.ts";

it("translateText names a task by its title, and translates a sentence in a sentence", () => {
  const change = { template: "Set {task} to {status}", args: { task: { task: "t1", title: "Map" }, status: { status: "done" as const } } };
  expect(translateText({ template: "Undone: {change}", args: { change } })).toBe("Undone: Set “Map” to Done");
  expect(translateText({ template: "{task}: {value}", args: { task: { task: "t1", title: "" }, value: { priority: "high" } } })).toBe("t1: High");
});

it("translateText names a task's status as its column does, and leaves plain arguments alone", () => {
  expect(translateText({ template: "{id} is {status}.", args: { id: "review", status: { status: "in_progress" } } })).toBe("review is In progress.");
  expect(translateText({ template: "{id} is {status}.", args: { id: "t1", status: "done" } })).toBe("t1 is done.");
});

it("fieldName names what a key of a patch changes, and leaves unknown names alone", () => {
  expect(["dueDate", "addHours", "check", "customField"].map(fieldName)).toEqual(["due date", "actual hours", "done criteria", "customField"]);
});

it("milestoneFacts says the version and the status, as far as a milestone has them", () => {
  expect(milestoneFacts({})).toBe("");
  expect(milestoneFacts({ version: "2.1.0" })).toBe("2.1.0");
  expect(milestoneFacts({ version: "2.1.0", status: "frozen" })).toBe("2.1.0 · Frozen");
});
