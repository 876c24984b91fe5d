// A chart of ten days, for tests.
import { dayOf } from "../../time/days.ts";
import type { Chart, Ranges } from "../data/model.ts";

export const firstDay = dayOf("2026-11-20") ?? 0;

export function sampleChart(more: Partial<Chart> = {}): Chart {
  return {
    kind: "series",
    title: "Burndown",
    x: { kind: "days", name: "Day", span: 1 },
    y: { name: "Hours", unit: "h", whole: false },
    positions: Array.from({ length: 10 }, (_, index) => firstDay + index),
    series: [
      { kind: "line", key: "work", name: "Remaining", tone: "blue", values: [20, 18, 18, 12.5, 9, null, null, null, null, null] },
      { kind: "band", key: "band", name: "Forecast", tone: "purple", low: [null, null, null, null, 9, 4, 0, null, null, 0], high: [null, null, null, null, 9, 7, 6, null, null, 0] },
    ],
    marks: { name: "Scope change", list: [{ at: firstDay + 2, name: "Scope: +3 h" }] },
    today: firstDay + 4,
    ...more,
  };
}

export const sampleRanges: Ranges = {
  kind: "ranges",
  title: "Milestones",
  name: "Milestone",
  days: ["50%", "85%"],
  target: "Date",
  detail: "Done",
  rows: [
    { key: "Alpha", name: "Alpha", days: [firstDay + 3, firstDay + 9], target: firstDay + 5, detail: "3 of 8 tasks" },
    { key: "=Beta", name: '=Beta "B"', days: null, target: null, detail: "0 of 2 tasks" },
  ],
  today: firstDay,
};
