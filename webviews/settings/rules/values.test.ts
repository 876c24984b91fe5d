import { expect, test } from "vitest";
import type { SettingControl } from "../../contract/generated/protocol.ts";
import { textOf, valueOf } from "./values.ts";

test.each<[SettingControl, string, unknown]>([
  ["number", " 7.5 ", 7.5],
  ["number", "7,5", 7.5],
  ["number", "many", "many"],
  ["number", "", null],
  ["text", " Tern Bay ", "Tern Bay"],
  ["text", "  ", null],
  ["texts", "a\n\n b ", ["a", "b"]],
  ["texts", "", []],
  ["date", "2026-12-01", "2026-12-01"],
])("%j reads %j", (control, text, value) => {
  expect(valueOf(control, text)).toEqual(value);
});

test.each([
  [["a", 1, "b"], "a\nb"],
  [7.5, "7.5"],
  ["x", "x"],
  [null, ""],
])("%j is shown as %j", (value, text) => {
  expect(textOf(value)).toBe(text);
});
