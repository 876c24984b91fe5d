import { expect, it } from "vitest";
import type { TimeEntry, TimeZone } from "../../contract/generated/protocol.ts";
import { dayOf } from "../../shared/time/days.ts";
import { changeOf, emptyForm, endOf, fieldsOf, readForm, startNote, withEnd } from "./entryForm.ts";
import type { EntryFields, EntryForm } from "./entryForm.ts";

const tokyo: TimeZone = { offsetMinutes: 540, changes: [] };
/** Berlin in the winter of 2026. */
const berlin: TimeZone = { offsetMinutes: 120, changes: [{ at: Date.parse("2026-10-25T01:00:00Z"), offsetMinutes: 60 }, { at: Date.parse("2027-03-28T01:00:00Z"), offsetMinutes: 120 }] };
const day = dayOf("2026-11-24") ?? 0;
const context = { locale: "en", today: "2026-11-27" };
/** From 9:00:20 to 10:00:50 in Tokyo, with a break of a quarter of an hour. */
const measured: TimeEntry = { task: "t4", start: "2026-11-24T00:00:20+00:00", end: "2026-11-24T01:00:50.250+00:00", seconds: 2710, source: "editor", actor: { kind: "human", name: "Maya" }, note: "pier" };
const whole: TimeEntry = { ...measured, start: "2026-11-24T00:00:00+00:00", end: "2026-11-24T01:00:00+00:00", seconds: 3600 };
const durationOnly: TimeEntry = { ...measured, end: measured.start };

const add = (fields: Partial<EntryFields>): EntryForm => ({ mode: "add", fields: { ...emptyForm(day, { id: "t4", title: "Parse" }).fields, ...fields } });
const edit = (from: TimeEntry, fields: Partial<EntryFields> = {}): EntryForm => ({ mode: "edit", id: "e", from, fields: { ...fieldsOf(from, "Parse", tokyo), ...fields } });
const editWith = (from: TimeEntry, change: (fields: EntryFields) => EntryFields): EntryForm => edit(from, change(fieldsOf(from, "Parse", tokyo)));
const edited = (form: EntryForm) => {
  const change = changeOf(form, tokyo, context);
  if (change === null || "problems" in change || change.kind !== "edit") throw new Error(JSON.stringify(change));
  return change.to;
};

it("a duration alone is at noon, and with a start it has an end", () => {
  expect(changeOf(add({ duration: "1.5", note: " x " }), tokyo, context)).toEqual({ kind: "add", entry: { task: "t4", start: "2026-11-24T03:00:00Z", end: "2026-11-24T03:00:00Z", seconds: 5400, note: "x" } });
  expect(changeOf(add({ duration: "2h", start: "23:00" }), tokyo, context)).toMatchObject({ entry: { start: "2026-11-24T14:00:00Z", end: "2026-11-24T16:00:00Z", seconds: 7200 } });
});

it("a start follows the time zone of its day, and one that exists twice or not at all is named", () => {
  const start = (date: string, clock: string): [unknown, string | null] => {
    const form = add({ day: date, start: clock, duration: "1" });
    const change = changeOf(form, berlin, context);
    return [change !== null && "entry" in change && change.entry.start, startNote(form, berlin, context)];
  };
  expect(start("2026-07-01", "00:30")).toEqual(["2026-06-30T22:30:00Z", null]);
  expect(start("2026-12-01", "00:30")).toEqual(["2026-11-30T23:30:00Z", null]);
  expect(start("2026-10-25", "02:30")).toEqual(["2026-10-25T00:30:00Z", "02:30 exists twice on this day, because the clock was set back. The first one was taken."]);
  expect(start("2027-03-28", "02:30")).toEqual(["2027-03-28T01:30:00Z", "02:30 does not exist on this day, because the clock was set forward. 03:30 was taken."]);
  const second = { ...whole, start: "2026-10-25T01:30:00Z", end: "2026-10-25T02:30:00Z" };
  const form: EntryForm = { mode: "edit", id: "e", from: second, fields: { ...fieldsOf(second, "Parse", berlin), note: "x" } };
  expect(changeOf(form, berlin, context)).toMatchObject({ to: { start: second.start } });
  expect(startNote(form, berlin, context)).toBeNull();
});

it("a task that was typed and not chosen is taken as an ID", () => {
  expect(changeOf(add({ task: "", taskText: " t9 ", duration: "1" }), tokyo, context)).toMatchObject({ entry: { task: "t9" } });
});

it("says at each field what is missing", () => {
  const problems = { task: "Choose a task.", day: expect.stringContaining("“Nov 27, 2026”") as string, start: expect.stringContaining("time of day") as string, duration: expect.stringContaining("1h 30m") as string };
  expect(changeOf(add({ task: "", taskText: " ", day: "", start: "9", duration: "x" }), tokyo, context)).toEqual({ problems });
  expect(changeOf(add({ duration: "0" }), tokyo, context)).toEqual({ problems: { duration: "Enter a duration above zero." } });
});

it("a form that was not touched changes nothing", () => {
  for (const entry of [measured, whole, durationOnly, { ...whole, seconds: 3601 }]) expect(changeOf(edit(entry), tokyo, context)).toBeNull();
});

it("what was not changed stays exact", () => {
  expect(edited(edit(measured, { note: "" }))).toEqual({ task: "t4", start: measured.start, end: measured.end, seconds: 2710, note: "" });
  expect(edited(edit(measured, { task: "t5" }))).toMatchObject({ task: "t5", start: measured.start, end: measured.end, seconds: 2710 });
});

it("another start or day moves the end along", () => {
  expect(edited(edit(measured, { start: "10:00" }))).toMatchObject({ start: "2026-11-24T01:00:00Z", end: "2026-11-24T02:00:30.250Z", seconds: 2710 });
  expect(edited(edit(whole, { day: "2026-11-25" }))).toMatchObject({ start: "2026-11-25T00:00:00Z", end: "2026-11-25T01:00:00Z" });
  expect(edited(edit(durationOnly, { day: "2026-11-25" }))).toMatchObject({ start: "2026-11-25T03:00:00Z", end: "2026-11-25T03:00:00Z", seconds: 2710 });
});

it("another duration moves the end, unless it fits between breaks", () => {
  expect(edited(edit(whole, { duration: "90m" }))).toMatchObject({ start: "2026-11-24T00:00:00Z", end: "2026-11-24T01:30:00Z", seconds: 5400 });
  expect(edited(edit(measured, { duration: "1:00" }))).toMatchObject({ end: "2026-11-24T01:00:50Z", seconds: 3600 });
  expect(edited(edit(measured, { duration: "2:00" }))).toMatchObject({ end: "2026-11-24T02:00:20Z", seconds: 7200 });
});

it("another end changes the duration, or with breaks only the end", () => {
  expect(edited(editWith(whole, (fields) => withEnd(fields, "09:20")))).toMatchObject({ end: "2026-11-24T00:20:00Z", seconds: 1200 });
  expect(edited(editWith(measured, (fields) => withEnd(fields, "11:00")))).toMatchObject({ end: "2026-11-24T02:00:20Z", seconds: 2710 });
  expect(edited(editWith(measured, (fields) => withEnd(fields, "09:20")))).toMatchObject({ end: "2026-11-24T00:20:20Z", seconds: 1200 });
  expect(edited(editWith(whole, (fields) => withEnd(fields, "01:00")))).toMatchObject({ end: "2026-11-24T16:00:00Z", seconds: 16 * 3600 });
  const { fields } = edit(whole);
  expect([endOf(fields), endOf({ ...fields, start: "" }), endOf({ ...fields, duration: "x" }), endOf({ ...fields, start: "23:30" })]).toEqual(["10:00", "", "", "00:30"]);
});

it("a start that is removed leaves the duration", () => {
  expect(edited(edit(whole, { start: "" }))).toMatchObject({ start: "2026-11-24T03:00:00Z", end: "2026-11-24T03:00:00Z", seconds: 3600 });
});

it("a split needs two parts", () => {
  const split = (duration: string) => changeOf({ mode: "split", id: "e", from: whole, fields: { ...fieldsOf(whole, "Parse", tokyo), task: "t5", duration } }, tokyo, context);
  expect(split("20m")).toEqual({ kind: "split", id: "e", from: whole, seconds: 1200, task: "t5" });
  for (const wrong of ["0", "1:00", "2h"]) expect(split(wrong)).toEqual({ problems: { duration: "Enter a duration between zero and 1:00." } });
  expect(split("")).toMatchObject({ problems: { duration: expect.any(String) as string } });
});

it("only valid forms are read from persisted state", () => {
  for (const form of [add({ duration: "1" }), edit(measured), { ...edit(whole), mode: "split" } as EntryForm]) expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
  for (const wrong of [null, {}, { mode: "add" }, { ...edit(whole), mode: "evil" }, { ...edit(whole), from: {} }, { ...edit(whole), id: 1 }]) expect(readForm(wrong)).toBeNull();
});
