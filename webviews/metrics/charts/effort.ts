// Hours: the effort budget, earned value, estimates against actual hours, and working time.
import { t } from "@vscode/l10n";
import type { Effort, Report } from "../../contract/generated/protocol.ts";
import type { Chart, LineSeries, Series } from "../../shared/charts/data/model.ts";
import { dataOf, partsOf } from "../state/state.ts";
import { dayAxis, hoursAxis, nameOfGroup } from "./context.ts";
import type { ChartContext } from "./context.ts";
import { shownGroups } from "./groups.ts";

export function effortChart(report: Report, context: ChartContext): Chart {
  const data = dataOf(report.series, "effort");
  const parts = partsOf(report, "effort");
  const days = data?.days ?? [];
  return {
    kind: "series",
    title: t("Effort budget"),
    x: dayAxis(),
    y: hoursAxis(),
    positions: days.map(({ day }) => day),
    series: parts.length === 0 ? effortLines(days) : usedLines(parts, days, context),
    rules: parts.length > 0 || data?.budget.budgetHours == null ? [] : [{ name: t("Budget"), value: data.budget.budgetHours }],
  };
}

function effortLines(days: Effort["days"]): Series[] {
  const left = days.map(({ leftHours }) => leftHours);
  const lines: LineSeries[] = [
    { kind: "line", key: "used", name: t("Used"), tone: "orange", values: days.map(({ usedHours }) => usedHours) },
    { kind: "line", key: "remaining", name: t("Remaining work"), tone: "blue", dash: "dashed", values: days.map(({ remainingHours }) => remainingHours) },
  ];
  if (left.every((value) => value === null)) return lines;
  return [...lines, { kind: "line", key: "left", name: t("Budget left"), tone: "green", dash: "dashdot", values: left }];
}

function usedLines(parts: readonly { key: string; data: Effort }[], days: Effort["days"], context: ChartContext): Series[] {
  return shownGroups(parts, ({ budget }) => budget.usedHours, nameOfGroup(context)).map(({ key, name, tone, dash, data }) => {
    const at = new Map(data.days.map(({ day, usedHours }) => [day, usedHours]));
    return { kind: "line", key: `group ${key}`, name, tone, dash, values: days.map(({ day }) => at.get(day) ?? null) };
  });
}

export function earnedValueChart(report: Report): Chart {
  const days = dataOf(report.series, "earned-value")?.days ?? [];
  return {
    kind: "series",
    title: t("Earned value"),
    x: dayAxis(),
    y: hoursAxis(),
    positions: days.map(({ day }) => day),
    series: [
      { kind: "line", key: "pv", name: t("Planned value"), tone: "muted", dash: "dashed", values: days.map(({ pv }) => pv) },
      { kind: "line", key: "ev", name: t("Earned value"), tone: "green", values: days.map(({ ev }) => ev) },
      { kind: "line", key: "ac", name: t("Actual cost"), tone: "orange", dash: "dotted", values: days.map(({ ac }) => ac) },
    ],
  };
}

export function estimatesChart(report: Report): Chart {
  const tasks = (dataOf(report.series, "estimates")?.tasks ?? []).toSorted((a, b) => a.estimateHours - b.estimateHours);
  return {
    kind: "series",
    title: t("Estimates"),
    x: { kind: "numbers", name: t("Estimated hours") },
    y: { ...hoursAxis(), name: t("Actual hours, by estimated hours") },
    positions: tasks.map(({ estimateHours }) => estimateHours),
    labels: tasks.map(({ id, title }) => `${id} ${title}`),
    series: [{ kind: "dots", key: "tasks", name: t("Actual hours"), tone: "blue", shape: "circle", values: tasks.map(({ actualHours }) => actualHours) }],
    diagonal: t("As estimated"),
  };
}

export function sessionDaysChart(report: Report): Chart {
  const days = dataOf(report.series, "sessions")?.days ?? [];
  return {
    kind: "series",
    title: t("Working time by day"),
    x: dayAxis(),
    y: hoursAxis(),
    positions: days.map(({ day }) => day),
    series: bars(days.map(({ hours }) => hours)),
  };
}

export function sessionHoursChart(report: Report): Chart {
  const hours = dataOf(report.series, "sessions")?.byHour ?? [];
  return {
    kind: "series",
    title: t("Working time by hour of the day"),
    x: { kind: "numbers", name: t("Hour of the day"), step: 6 },
    y: hoursAxis(),
    positions: hours.map((_, hour) => hour),
    labels: hours.map((_, hour) => t("{0} to {1} o’clock", hour, hour + 1)),
    series: bars(hours),
  };
}

/** No series if all values are 0. */
function bars(values: readonly number[]): Series[] {
  return values.every((value) => value === 0) ? [] : [{ kind: "bars", key: "time", name: t("Working time"), tone: "purple", pattern: "plain", values }];
}
