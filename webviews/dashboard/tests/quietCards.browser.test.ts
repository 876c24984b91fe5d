// Cards of a project in which hardly anything has happened yet.
import { page } from "vitest/browser";
import { afterEach, expect, it } from "vitest";
import type { DashboardView, Report } from "../../contract/generated/protocol.ts";
import { demoHistory, demoPast, demoProject, demoView } from "../testing/demo.ts";
import type { FakePast } from "../testing/demo.ts";
import { openDashboard } from "../testing/openDashboard.ts";
import type { DashboardTestPage } from "../testing/openDashboard.ts";

let dashboard: DashboardTestPage;
afterEach(() => dashboard.close());

const nothing = { total: 0, tasks: [] };
const quiet: DashboardView = { ...demoView, overdue: nothing, review: nothing, blocked: nothing, working: nothing, timers: [] };

/** The effort of the first days of a project. */
function effortOf(count: number): Report {
  const { effort } = demoPast();
  if (effort.series.report !== "effort") throw new Error("This is the report of the effort.");
  const budget = { budgetHours: null, usedHours: 1, leftHours: null, remainingHours: 4, projectedHours: 5 };
  return { ...effort, series: { ...effort.series, data: { days: effort.series.data.days.slice(0, count), budget } } };
}

async function open(width: number, days = 1): Promise<void> {
  const none = { total: 0, entries: [] };
  const past = (): FakePast => ({ history: { ...demoHistory, items: none, decisions: none, sessions: [], changes: null }, since: null, effort: effortOf(days) });
  dashboard = await openDashboard({ isFirstVisit: true, dashboard: quiet, past, project: { ...demoProject, milestones: [] } }, width);
  await expect.element(page.getByText("1 h used")).toBeVisible();
}

const boxOf = (card: string): DOMRect => document.querySelector(`.${card}-card`)?.getBoundingClientRect() ?? new DOMRect();

it.each([500, 920, 1300])("a card with nothing to list is as tall as its sentence in a page of %i pixels", async (width) => {
  await open(width);
  expect(Math.max(...["late", "needs", "working"].map((card) => boxOf(card).height))).toBeLessThan(80);
});

it.each([920, 1060, 1440])("no card leaves a hole beside or below it in a page of %i pixels", async (width) => {
  await open(width, 2);
  const boxes = [...document.querySelectorAll(".panels > .panel")].map((panel) => panel.getBoundingClientRect());
  const columns = [...new Set(boxes.map(({ left }) => left))].map((left) => boxes.filter((box) => box.left === left));
  for (const column of columns) {
    const gaps = column.slice(1).map(({ top }, at) => Math.round(top - (column[at]?.bottom ?? 0)));
    expect(new Set(gaps)).toEqual(new Set(gaps.length === 0 ? [] : [12]));
  }
  const ends = columns.map((column) => column.at(-1)?.bottom ?? 0);
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(200);
});

it("the effort of a single day is said, and drawn from the second day on", async () => {
  await open(920);
  await expect.element(page.getByText("The chart appears from the second day with hours.")).toBeVisible();
  expect(document.querySelector(".effort-card .chart-svg")).toBeNull();
  expect(boxOf("effort").height).toBeLessThan(110);
  dashboard.close();
  await open(920, 2);
  await expect.poll(() => document.querySelector(".effort-card .chart-svg")).not.toBeNull();
});
