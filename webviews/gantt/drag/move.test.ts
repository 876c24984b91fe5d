import { describe, expect, it } from "vitest";
import type { GanttCalendar, GanttRow } from "../../contract/generated/protocol.ts";
import { closedStretches, lastOf, openDays, openDaysAfter, openFrom } from "../time/calendar.ts";
import { dateOf, dayOf } from "../../shared/time/days.ts";
import { datesOf, rescheduleOf, stepDays, taskDates } from "./move.ts";
import type { MoveContext, Gesture } from "./move.ts";

const week: GanttCalendar = { week: [0, 8, 8, 8, 8, 8, 0], exceptions: [{ day: day("2026-11-26"), hours: 0 }] };
const always: GanttCalendar = { week: [8, 8, 8, 8, 8, 8, 8], exceptions: [] };
const never: GanttCalendar = { week: [0, 0, 0, 0, 0, 0, 0], exceptions: [] };

function day(date: string): number {
  return dayOf(date) ?? Number.NaN;
}

function row(key: string, start?: string, due?: string, more: Partial<GanttRow> = {}): GanttRow {
  const dates = { ...(start !== undefined && { start: day(start) }), ...(due !== undefined && { due: day(due) }) };
  return { key, id: key, title: key, status: "todo", depth: 0, progress: 0, ...dates, ...more };
}

function field(rows: readonly GanttRow[], workingDays = true): MoveContext {
  return { rows, calendars: [week, always, never], places: new Map(rows.map(({ key }, at) => [key, at])), workingDays };
}

function shown(on: MoveContext, gesture: Gesture, key: string): (string | undefined)[] {
  const { start, due } = datesOf(on, gesture).get(key) ?? {};
  return [start, due].map((at) => (at === undefined ? undefined : dateOf(at)));
}

describe("a calendar", () => {
  it("counts and finds open days", () => {
    expect(openDays(week, day("2026-11-20"), day("2026-11-27"))).toBe(5);
    expect(dateOf(openFrom(week, day("2026-11-21"), 1))).toBe("2026-11-23");
    expect(dateOf(openFrom(week, day("2026-11-21"), -1))).toBe("2026-11-20");
    expect(dateOf(lastOf(week, day("2026-11-25"), 3))).toBe("2026-11-30");
    expect(dateOf(openDaysAfter(week, day("2026-11-27"), -1))).toBe("2026-11-25");
  });

  it("without an open day leaves days unchanged", () => {
    expect(openFrom(never, 100, 1)).toBe(100);
    expect(openDaysAfter(never, 100, 3)).toBe(103);
  });

  it("joins adjacent closed days", () => {
    const stretches = closedStretches(week, day("2026-11-20"), day("2026-11-29")).map((stretch) => stretch.map(dateOf));
    expect(stretches).toEqual([
      ["2026-11-21", "2026-11-23"],
      ["2026-11-26", "2026-11-27"],
      ["2026-11-28", "2026-11-29"],
    ]);
  });
});

describe("a moved bar", () => {
  const rows = [row("a", "2026-11-23", "2026-11-25"), row("b", "2026-11-23", "2026-11-25", { calendar: 1 }), row("c", undefined, "2026-11-24")];

  it("begins on a working day and keeps its number of working days", () => {
    const gesture: Gesture = { kind: "move", keys: ["a", "b"], days: 5 };
    expect(shown(field(rows), gesture, "a")).toEqual(["2026-11-30", "2026-12-02"]);
    expect(shown(field(rows), gesture, "b")).toEqual(["2026-11-28", "2026-11-30"]);
    expect(shown(field(rows, false), gesture, "a")).toEqual(["2026-11-28", "2026-11-30"]);
  });

  it("leaves a missing date missing", () => expect(shown(field(rows), { kind: "move", keys: ["c"], days: 1 }, "c")).toEqual([undefined, "2026-11-25"]));

  it("sets the shown dates, and nothing if they are unchanged", () => {
    expect(rescheduleOf(field(rows), { kind: "move", keys: ["a"], days: 5 }, true)).toEqual({ kind: "shift", ids: ["a"], days: 5, workingDays: true, push: true });
    expect(rescheduleOf(field(rows), { kind: "move", keys: ["a"], days: 0 }, true)).toBeNull();
    expect(rescheduleOf(field(rows), { kind: "end", key: "a", day: day("2026-11-25") }, true)).toBeNull();
  });

  it("is not moved by no days, and an unknown bar has no dates", () => {
    expect(shown(field([row("w", "2026-11-21", "2026-11-22")]), { kind: "move", keys: ["w"], days: 0 }, "w")).toEqual(["2026-11-21", "2026-11-22"]);
    expect([...datesOf(field(rows), { kind: "move", keys: ["gone"], days: 1 }).keys()]).toEqual([]);
    expect([...datesOf(field(rows), { kind: "end", key: "gone", day: 1 }).keys()]).toEqual([]);
    expect(rescheduleOf(field(rows), { kind: "move", keys: ["gone"], days: 1 }, true)).toBeNull();
    expect(rescheduleOf(field(rows), { kind: "end", key: "gone", day: 1 }, true)).toBeNull();
  });

  it("with a due date only moves by days, and without dates not at all", () => {
    const open = [row("s", "2026-11-27"), row("none")];
    expect(shown(field(open), { kind: "move", keys: ["s"], days: 1 }, "s")).toEqual(["2026-11-28", undefined]);
    expect([...datesOf(field(open), { kind: "move", keys: ["none"], days: 1 }).keys()]).toEqual([]);
  });

  it("that is locked stays", () => {
    const locked = [row("l", "2026-11-23", "2026-11-24", { locked: true }), ...rows];
    expect([...datesOf(field(locked), { kind: "move", keys: ["l", "a"], days: 1 }).keys()]).toEqual(["a"]);
    expect(rescheduleOf(field(locked), { kind: "move", keys: ["l"], days: 1 }, false)).toBeNull();
    expect(rescheduleOf(field(locked), { kind: "end", key: "l", day: day("2026-11-27") }, false)).toBeNull();
    expect(rescheduleOf(field(locked), { kind: "move", keys: ["l", "a", "a"], days: 1 }, false)).toEqual({ kind: "shift", ids: ["a"], days: 1, workingDays: true });
  });

  it("moves by single steps over closed days", () => {
    const at = rows[0] ?? row("a");
    expect(stepDays(field(rows), at, 0, 7)).toBe(7);
    expect(stepDays(field(rows), at, 3, -7)).toBe(-4);
    expect(stepDays(field(rows), at, 0, 5), "a Saturday").toBe(5);
    expect(stepDays(field(rows), at, 0, 1)).toBe(1);
    expect(stepDays(field(rows), row("due", undefined, "2026-11-25"), 0, 1)).toBe(2);
    expect(stepDays(field(rows), row("none"), 0, 1), "1970-01-02, a Friday").toBe(1);
    expect(stepDays(field(rows), row("none"), 1, 1), "over the weekend").toBe(4);
    expect(stepDays(field(rows), at, 0, -1)).toBe(-3);
    expect(stepDays(field(rows), at, 2, 1)).toBe(4);
    expect(stepDays(field(rows, false), at, 0, -1)).toBe(-1);
  });
});

describe("a parent", () => {
  const rows = [
    row("p", "2026-11-16", "2026-11-25", { below: 3 }),
    row("p1", "2026-11-16", "2026-11-17", { depth: 1, status: "done" }),
    row("p2", "2026-11-23", "2026-11-24", { depth: 1 }),
    row("p3", "2026-11-25", "2026-11-25", { depth: 1, locked: true }),
  ];

  it("moves its unfinished, writable descendants and spans them", () => {
    const dates = datesOf(field(rows), { kind: "move", keys: ["p"], days: 7 });
    expect([...dates.keys()].toSorted()).toEqual(["p", "p2"]);
    expect(shown(field(rows), { kind: "move", keys: ["p"], days: 7 }, "p")).toEqual(["2026-11-16", "2026-12-01"]);
    expect(rescheduleOf(field(rows), { kind: "move", keys: ["p"], days: 7 }, false)).toMatchObject({ ids: ["p"] });
    const last = [row("a"), ...rows];
    expect([...datesOf(field(last), { kind: "move", keys: ["gone"], days: 7 }).keys()]).toEqual([]);
  });

  it("spans the tasks below it only, without parents among them", () => {
    const deep = [
      row("p", "2026-11-01", "2026-11-30", { below: 2 }),
      row("q", "2026-11-02", "2026-12-30", { depth: 1, below: 1 }),
      row("q1", "2026-11-23", "2026-11-24", { depth: 2 }),
      row("z", "2026-11-01", "2026-12-31"),
      row("e", undefined, undefined, { below: 1 }),
      row("e1", undefined, undefined, { depth: 1 }),
    ];
    const move: Gesture = { kind: "move", keys: ["p", "e"], days: 1 };
    expect([...datesOf(field(deep), move).keys()].toSorted()).toEqual(["e", "p", "q1"]);
    expect(shown(field(deep), move, "p")).toEqual(["2026-11-24", "2026-11-25"]);
    expect(shown(field(deep), move, "e")).toEqual([undefined, undefined]);
  });

  it("that is a heading moves what is below it, and is not in the command", () => {
    const group = [row("h", undefined, undefined, { id: "", below: 2 }), row("h1", "2026-11-23", "2026-11-24", { depth: 1 }), row("h2", "2026-11-23", "2026-11-24", { depth: 1, status: "done" })];
    expect(rescheduleOf(field(group), { kind: "move", keys: ["h"], days: 1 }, false)).toMatchObject({ ids: ["h1"] });
  });
});

describe("a resized end", () => {
  const rows = [row("a", "2026-11-23", "2026-11-25"), row("d")];

  it.each([
    ["end", "2026-11-28", "2026-11-23", "2026-11-27"],
    ["end", "2026-11-01", "2026-11-23", "2026-11-23"],
    ["start", "2026-11-21", "2026-11-23", "2026-11-25"],
    ["start", "2026-12-24", "2026-11-25", "2026-11-25"],
  ] as const)("the %s at %s", (kind, to, start, due) => {
    expect(shown(field(rows), { kind, key: "a", day: day(to) }, "a")).toEqual([start, due]);
  });

  it("is any day if closed days count, and a missing date is the other one", () => {
    const open = [...rows, row("s", "2026-11-24"), row("u", undefined, "2026-11-24")];
    expect(shown(field(rows, false), { kind: "end", key: "a", day: day("2026-11-28") }, "a")).toEqual(["2026-11-23", "2026-11-28"]);
    expect(shown(field(open), { kind: "end", key: "s", day: day("2026-11-27") }, "s")).toEqual(["2026-11-24", "2026-11-27"]);
    expect(shown(field(open), { kind: "start", key: "u", day: day("2026-11-20") }, "u")).toEqual(["2026-11-20", "2026-11-24"]);
    expect(shown(field(open), { kind: "start", key: "d", day: day("2026-11-20") }, "d")).toEqual(["2026-11-20", "2026-11-20"]);
    expect(rescheduleOf(field(rows), { kind: "start", key: "a", day: day("2026-11-24") }, true)).toEqual({ kind: "set", dates: [{ id: "a", startDate: "2026-11-24", dueDate: "2026-11-25" }], push: true });
    expect(rescheduleOf(field(rows), { kind: "end", key: "a", day: day("2026-11-24") }, false)).toEqual({ kind: "set", dates: [{ id: "a", startDate: "2026-11-23", dueDate: "2026-11-24" }] });
    expect(taskDates("a", {})).toEqual({ id: "a", startDate: null, dueDate: null });
  });

  it("drawn dates within closed days are the next working day", () => {
    expect(shown(field(rows), { kind: "draw", key: "d", from: day("2026-11-21"), day: day("2026-11-22") }, "d")).toEqual(["2026-11-23", "2026-11-23"]);
  });

  it("drawn dates begin and end on working days in either direction", () => {
    const gesture: Gesture = { kind: "draw", key: "d", from: day("2026-11-28"), day: day("2026-11-21") };
    expect(shown(field(rows), gesture, "d")).toEqual(["2026-11-23", "2026-11-27"]);
    expect(rescheduleOf(field(rows), gesture, false)).toEqual({ kind: "set", dates: [{ id: "d", startDate: "2026-11-23", dueDate: "2026-11-27" }] });
  });
});
