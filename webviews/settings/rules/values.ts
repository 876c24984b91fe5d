// Values of the configuration as texts of fields, and back. Pure.
import type { Setting, SettingControl } from "../../contract/generated/protocol.ts";
import { isNumber, recordOf } from "../../contract/validate.ts";

/** The weekdays by name, Monday first, with a day of which it is the weekday. */
export const weekdays = [
  { name: "mon", day: "2024-01-01" },
  { name: "tue", day: "2024-01-02" },
  { name: "wed", day: "2024-01-03" },
  { name: "thu", day: "2024-01-04" },
  { name: "fri", day: "2024-01-05" },
  { name: "sat", day: "2024-01-06" },
  { name: "sun", day: "2024-01-07" },
] as const;

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Returns a value as the text of a field: a list has a line for each entry. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return textsOf(value).join("\n");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the value of a text that was typed. Empty removes the value. The engine checks it. */
export function valueOf(kind: SettingControl, typed: string): unknown {
  const text = typed.trim();
  if (kind === "texts") return text === "" ? [] : text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  if (text === "") return null;
  if (kind !== "number") return text;
  const number = Number(text.replace(",", "."));
  return Number.isNaN(number) ? text : number;
}

/** Returns a setting's value as the text of its field. */
export function fieldText({ value }: Setting): string {
  return textOf(value);
}

/** Returns the hours that the file has for weekdays and dates. */
export function ownHours({ isSet, value }: Setting): Record<string, number> {
  return isSet ? numbersOf(value) : {};
}

/** Returns the setting of the hours of a weekday or a date. */
export function settingOfDay(setting: Setting, day: string): Setting {
  const own = ownHours(setting)[day];
  return { ...setting, key: [...setting.key, day], control: "number", value: own ?? null, default: numbersOf(setting.default)[day] ?? null, isSet: own !== undefined };
}

function numbersOf(value: unknown): Record<string, number> {
  return Object.fromEntries(Object.entries(recordOf(value)).filter((entry): entry is [string, number] => isNumber(entry[1])));
}

/** Returns a list with or without a value. */
export function withValue(list: readonly string[], value: string, isIn: boolean): string[] {
  const others = list.filter((one) => one !== value);
  return isIn ? [...others, value] : others;
}
