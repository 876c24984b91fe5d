import { expect, test } from "vitest";
import type { Assignee } from "../../contract/generated/protocol.ts";
import { fields, nameOf } from "./fields.ts";
import type { FieldContext } from "./fields.ts";

const person = (key: string, name: string): Assignee => ({ key, name, color: "", kind: "human", configured: true, openTasks: 0 });
const reading: FieldContext = {
  locale: "de",
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
