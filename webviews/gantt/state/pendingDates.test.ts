import { expect, it } from "vitest";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { withDates, withPendingDates } from "./pendingDates.ts";
import type { Dates, PendingDates } from "./pendingDates.ts";

const row = (key: string, dates: { start?: number; due?: number }): GanttRow => ({ key, id: key, title: key, status: "todo", depth: 0, progress: 0, ...dates });
const pending = (id: number, dates: [string, Dates][]): PendingDates => ({ id, revision: 1, isConfirmed: false, dates: new Map(dates) });
const rows = [row("a", { start: 1, due: 2 }), row("b", { start: 3, due: 4 })];

it("without pending dates the rows are the same array", () => {
  expect(withPendingDates(rows, [])).toBe(rows);
});

it("pending dates replace those of their rows, and later ones win", () => {
  const shown = withPendingDates(rows, [pending(1, [["a", { start: 5, due: 6 }]]), pending(2, [["a", { start: 7, due: 8 }]])]);
  expect(shown).toEqual([row("a", { start: 7, due: 8 }), rows[1]]);
  expect(shown[1]).toBe(rows[1]);
});

it.each<[Dates, { start?: number; due?: number }]>([
  [{ start: 5 }, { start: 5 }],
  [{ due: 6 }, { due: 6 }],
  [{}, {}],
  [{ start: undefined, due: 0 }, { due: 0 }],
])("dates %o replace both dates of a row", (dates, left) => {
  expect(withDates(row("a", { start: 1, due: 2 }), dates)).toStrictEqual(row("a", left));
});
