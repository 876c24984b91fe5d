import { expect, it } from "vitest";
import type { ReportName } from "../../contract/generated/protocol.ts";
import type { Chart, Series } from "../../shared/charts/data/model.ts";
import { fakePeople } from "../../shared/testing/fakePeople.ts";
import { emptyReport, fakeReport } from "../testing/fakeReports.ts";
import { hasValues } from "../../shared/charts/data/model.ts";
import { burndownChart, burnupChart } from "./burn.ts";
import type { ChartContext } from "./context.ts";
import { earnedValueChart, effortChart, estimatesChart, sessionDaysChart, sessionHoursChart } from "./effort.ts";
import { cycleChart, flowChart, throughputChart } from "./flow.ts";
import { forecastRanges, milestoneRanges } from "./forecast.ts";
import { MAX_GROUPS, shownGroups } from "./groups.ts";

const context: ChartContext = { measure: "tasks", group: null, project: { assignees: fakePeople }, locale: "en-GB" };
const byAssignee: ChartContext = { ...context, group: "assignee" };
const named = ({ series }: Chart, key: string): Series | undefined => series.find((one) => one.key === key);
const valueAt = (chart: Chart, key: string, day: number): number | null | undefined => {
  const series = named(chart, key);
  return series === undefined || series.kind === "band" ? undefined : series.values[chart.positions.indexOf(day)];
};

it("a burndown shows the work, and from today on only the days of the forecast", () => {
  const report = fakeReport("burndown", {});
  const chart = burndownChart(report, context);
  const { today } = report;
  expect(chart.today).toBe(today);
  expect(chart.positions.filter((day) => day > today)).toEqual([today + 30, today + 38, today + 52, today + 66]);
  expect(valueAt(chart, "forecast", today)).toBe(valueAt(chart, "work", today));
  expect(valueAt(chart, "forecast", today + 52)).toBe(0);
  expect(valueAt(chart, "forecast", today + 66)).toBeNull();
  expect(valueAt(chart, "ideal", today + 30)).toBe(0);
  const band = named(chart, "band");
  const at = chart.positions.indexOf(today + 38);
  expect(band?.kind === "band" && [band.low[at], (band.high[at] ?? 0) > 0]).toEqual([0, true]);
});

it("a burnup reaches the scope", () => {
  const report = fakeReport("burnup", {});
  const chart = burnupChart(report, { ...context, measure: "hours" });
  expect(valueAt(chart, "forecast", report.today + 52)).toBe(valueAt(chart, "scope", report.today));
  expect(chart.y.unit).toBe("h");
});

it("days that end before today have no forecast", () => {
  const report = fakeReport("burndown", { to: fakeReport("burndown", {}).today - 10 });
  const chart = burndownChart(report, context);
  expect(chart.today).toBeUndefined();
  expect(chart.series.map(({ key }) => key)).toEqual(["work", "ideal", "scope"]);
});

it("a target in the past adds no day", () => {
  const report = fakeReport("burndown", {});
  if (report.series.report !== "burndown") throw new Error("This is no burndown.");
  const late = { ...report, series: { ...report.series, data: { ...report.series.data, target: report.today - 3 } } };
  const { positions } = burndownChart(late, context);
  expect(positions.every((day, index) => index === 0 || day > (positions[index - 1] ?? 0))).toBe(true);
});

it("a mark says how the scope changed, in what is counted", () => {
  const names = (measure: ChartContext["measure"]) => burndownChart(fakeReport("burndown", {}), { ...context, measure }).marks?.list.map(({ name }) => name);
  expect(names("tasks")).toEqual(["Scope: +4 tasks", "Scope: −2 tasks"]);
  expect(names("hours")).toEqual(["Scope: +21 h", "Scope: −8 h"]);
});

it.each([
  ["burndown", burndownChart],
  ["burnup", burnupChart],
  ["effort", effortChart],
  ["throughput", throughputChart],
  ["cycle", cycleChart],
] as [ReportName, typeof burndownChart][])("a divided %s has a series for each group, each with another look", (name, chartOf) => {
  const { series } = chartOf(fakeReport(name, { group: "assignee" }), byAssignee);
  expect(series.map((one) => one.name)).toEqual(["AI agent", "健二", "mia", "Unassigned"]);
  const looks = series.map((one) => JSON.stringify([one.tone, "dash" in one && one.dash, "pattern" in one && one.pattern, "shape" in one && one.shape]));
  expect(new Set(looks).size).toBe(4);
});

it("only the largest groups are shown, in their order", () => {
  const parts = [4, 9, 1, 8, 7, 2, 6, 5].map((data, index) => ({ key: `g${index}`, data }));
  const shown = shownGroups(parts, (data) => data, (key) => key.toUpperCase());
  expect(shown.map(({ name }) => name)).toEqual(["G0", "G1", "G3", "G4", "G6", "G7"]);
  expect(shown.length).toBe(MAX_GROUPS);
});

it("the layers of a flow add up to the scope", () => {
  const flow = flowChart(fakeReport("flow", {}));
  const burndown = burndownChart(fakeReport("burndown", {}), context);
  for (const index of [0, 60, 180]) {
    const total = flow.series.reduce((sum, one) => sum + (one.kind === "area" ? (one.values[index] ?? 0) : 0), 0);
    expect(total).toBe(valueAt(burndown, "scope", flow.positions[index] ?? 0));
  }
});

it("a project without a past has charts without values", () => {
  const charts = [
    burndownChart(emptyReport("burndown"), context),
    burnupChart(emptyReport("burnup"), context),
    effortChart(emptyReport("effort"), context),
    flowChart(emptyReport("flow")),
    throughputChart(emptyReport("throughput"), context),
    cycleChart(emptyReport("cycle"), context),
    estimatesChart(emptyReport("estimates")),
    earnedValueChart(emptyReport("earned-value")),
    sessionDaysChart(emptyReport("sessions")),
    sessionHoursChart(emptyReport("sessions")),
    forecastRanges(emptyReport("forecast"), context),
    milestoneRanges(emptyReport("milestones")),
  ];
  expect(charts.filter(hasValues)).toEqual([]);
});

it("milestones and forecasts list their days", () => {
  const { today } = fakeReport("milestones", {});
  expect(milestoneRanges(fakeReport("milestones", {})).rows.slice(0, 2)).toMatchObject([
    { name: "Alpha", days: [today + 9, today + 18], target: today + 4, detail: "12 of 20 tasks" },
    { target: today + 40 },
  ]);
  const rows = forecastRanges(fakeReport("forecast", { group: "assignee" }), byAssignee).rows;
  expect(rows.map(({ name }) => name)).toEqual(["All tasks", "AI agent", "健二", "mia", "Unassigned"]);
});
