import { expect, test } from "vitest";
import type { Actor, Assignee, Event } from "../../contract/generated/protocol.ts";
import { nameOf } from "../../contract/people/assignees.ts";
import { fieldAuthor, fields } from "./fields.ts";
import type { FieldContext } from "./fields.ts";

const person = (key: string, name: string): Assignee => ({ key, name, color: "", kind: "human", configured: true, openTasks: 0 });
const reading: FieldContext = {
  locale: "de",
  today: "2026-11-20",
  assignees: [person("kenji", "健二"), person("a", "Maya"), person("b", "Maya")],
};

test.each([
  ["", null],
  ["2", 2],
  [" 1,5 ", 1.5],
  ["1.25", 1.25],
  [".5", 0.5],
  ["-1", -1],
])("hours %j parse as %j", (text, value) => {
  expect(fields.estimateHours.parse(text, reading)).toEqual({ ok: true, value });
});

test.each(["two", "1,5,5", "1e3", "1 h", "."])("hours %j mean nothing", (text) => {
  expect(fields.estimateHours.parse(text, reading)).toEqual({ ok: false, reason: "number" });
});

test("hours are formatted in the user's language with two decimals", () => {
  expect(fields.actualHours.show(2.0005569, reading)).toBe("2");
  expect(fields.actualHours.show(1234.5, reading)).toBe("1234,5");
});

test("an incomplete year is no date", () => {
  expect(fields.dueDate.parse("0002-11-23", reading)).toEqual({ ok: false, reason: "date" });
  expect(fields.dueDate.parse("2026-11-23", reading)).toEqual({ ok: true, value: "2026-11-23" });
});

test("a name identifies a person only if it is unique", () => {
  expect(["kenji", "a", "b", "new"].map((key) => nameOf(key, reading.assignees))).toEqual(["健二", "Maya", "b", "new"]);
  expect(fields.assignee.parse("健二", reading)).toEqual({ ok: true, value: "kenji" });
  expect(fields.assignee.parse(" new one ", reading)).toEqual({ ok: true, value: "new one" });
});

test("the author of a field is that of its newest event, unless that was only observed", () => {
  const rename = (actor: Actor): Event => ({ id: "1", at: "2026-12-01T08:00:00Z", actor, task: "t1", change: { kind: "field", field: "title", from: "A", to: "B" } });
  const bot: Actor = { kind: "agent", name: "bot" };
  const maya: Actor = { kind: "human", name: "Maya" };
  expect(fieldAuthor([rename(bot), rename(maya)], "title")).toEqual(bot);
  expect(fieldAuthor([{ ...rename(bot), observed: true }, rename(maya)], "title")).toBeUndefined();
  expect(fieldAuthor([rename(bot)], "notes")).toBeUndefined();
});
