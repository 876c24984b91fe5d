import { expect, test } from "vitest";
import type { Setting, SettingControl } from "../../contract/generated/protocol.ts";
import { ownHours, settingOfDay, textOf, valueOf } from "./values.ts";

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

test("a day of the week has the hours of the file, else those that apply without them", () => {
  const setting = { key: ["calendar", "day_hours"], value: { fri: 4, mon: "x" }, default: { mon: 8, fri: 8 }, isSet: true } as unknown as Setting;
  expect(ownHours(setting)).toEqual({ fri: 4 });
  expect(settingOfDay(setting, "fri")).toMatchObject({ key: ["calendar", "day_hours", "fri"], control: "number", value: 4, default: 8, isSet: true });
  expect(settingOfDay(setting, "mon")).toMatchObject({ value: null, default: 8, isSet: false });
  expect(ownHours({ ...setting, isSet: false })).toEqual({});
});

test.each([
  [["a", 1, "b"], "a\nb"],
  [7.5, "7.5"],
  ["x", "x"],
  [null, ""],
])("%j is shown as %j", (value, text) => {
  expect(textOf(value)).toBe(text);
});
