// Cumulative flow, throughput and cycle time.
import { t } from "@vscode/l10n";
import type { Cycle, FlowDay, Report, Status, Throughput } from "../../contract/generated/protocol.ts";
import type { Chart, Pattern, Series, Tone } from "../../shared/charts/data/model.ts";
import { statusName } from "../../shared/text/names.ts";
import { dataOf, partsOf } from "../state/state.ts";
import { dayAxis, measureAxis, nameOfGroup } from "./context.ts";
import type { ChartContext } from "./context.ts";
import { shownGroups } from "./groups.ts";

interface FlowLayer {
  status: Status;
  tone: Tone;
  pattern: Pattern;
  count: (day: FlowDay) => number;
}

/** From the bottom up, so that finished work is the base. */
const layers: readonly FlowLayer[] = [
  { status: "done", tone: "green", pattern: "plain", count: ({ done }) => done },
  { status: "skipped", tone: "muted", pattern: "dots", count: ({ skipped }) => skipped },
  { status: "review", tone: "purple", pattern: "rising", count: ({ review }) => review },
  { status: "blocked", tone: "red", pattern: "falling", count: ({ blocked }) => blocked },
  { status: "in_progress", tone: "blue", pattern: "level", count: ({ inProgress }) => inProgress },
  { status: "todo", tone: "muted", pattern: "plain", count: ({ todo }) => todo },
];

export function flowChart(report: Report): Chart {
  const days = dataOf(report.series, "flow")?.days ?? [];
  const shown = layers.filter(({ count }) => days.some((day) => count(day) > 0));
  return {
    kind: "series",
    title: t("Cumulative flow"),
    x: dayAxis(),
    y: measureAxis("tasks"),
    positions: days.map(({ day }) => day),
    series: shown.map(({ status, tone, pattern, count }) => ({ kind: "area", key: status, name: statusName(status), tone, pattern, values: days.map(count) })),
  };
}

export function throughputChart(report: Report, context: ChartContext): Chart {
  const data = dataOf(report.series, "throughput");
  const weeks = data?.weeks ?? [];
  const parts = partsOf(report, "throughput");
  const positions = weeks.map(({ start }) => start);
  const y = measureAxis(context.measure);
  return {
    kind: "series",
    title: t("Velocity"),
    x: { kind: "days", name: t("Week"), span: 7 },
    y: { ...y, name: context.measure === "tasks" ? t("Tasks done per week") : t("Hours done per week") },
    positions,
    series: parts.length === 0 ? weekSeries(data, context) : groupBars(parts, positions, context),
  };
}

function weekSeries(data: Throughput | undefined, { measure }: ChartContext): Series[] {
  if (data === undefined) return [];
  const isTasks = measure === "tasks";
  const { weeks, meanWeeks } = data;
  const means = weeks.map((week) => (isTasks ? week.meanTasks : week.meanHours));
  return [
    { kind: "line", key: "mean", name: t("Mean of {0} weeks", meanWeeks), tone: "orange", dash: "dashed", values: means },
    { kind: "bars", key: "done", name: t("Done"), tone: "green", pattern: "plain", values: weeks.map((week) => (isTasks ? week.doneTasks : week.doneHours)) },
  ];
}

function groupBars(parts: readonly { key: string; data: Throughput }[], positions: readonly number[], context: ChartContext): Series[] {
  const isTasks = context.measure === "tasks";
  const size = ({ weeks }: Throughput): number => weeks.reduce((sum, week) => sum + (isTasks ? week.doneTasks : week.doneHours), 0);
  return shownGroups(parts, size, nameOfGroup(context)).map(({ key, name, tone, pattern, data }) => {
    const at = new Map(data.weeks.map((week) => [week.start, isTasks ? week.doneTasks : week.doneHours]));
    return { kind: "bars", key: `group ${key}`, name, tone, pattern, values: positions.map((start) => at.get(start) ?? 0) };
  });
}

export function cycleChart(report: Report, context: ChartContext): Chart {
  const data = dataOf(report.series, "cycle");
  const tasks = data?.tasks.filter(({ cycleDays }) => cycleDays !== null) ?? [];
  const values = tasks.map(({ cycleDays }) => cycleDays);
  const parts = partsOf(report, "cycle");
  const one: Series = { kind: "dots", key: "tasks", name: t("Done task"), tone: "blue", shape: "circle", values };
  const percentiles = data?.cycle;
  return {
    kind: "series",
    title: t("Cycle time"),
    x: dayAxis(),
    y: { name: t("Days from start to done"), unit: t("days"), whole: true },
    positions: tasks.map(({ finished }) => finished),
    labels: tasks.map(({ id, title }) => `${id} ${title}`),
    series: parts.length === 0 ? [one] : groupDots(parts, tasks, context),
    rules:
      percentiles == null
        ? []
        : [
            { name: t("{0}%", 50), value: percentiles.p50 },
            { name: t("{0}%", 85), value: percentiles.p85 },
            { name: t("{0}%", 95), value: percentiles.p95 },
          ],
  };
}

function groupDots(parts: readonly { key: string; data: Cycle }[], tasks: Cycle["tasks"], context: ChartContext): Series[] {
  return shownGroups(parts, (data) => data.tasks.length, nameOfGroup(context)).map(({ key, name, tone, shape, data }) => {
    const members = new Set(data.tasks.map(({ id }) => id));
    return { kind: "dots", key: `group ${key}`, name, tone, shape, values: tasks.map(({ id, cycleDays }) => (members.has(id) ? cycleDays : null)) };
  });
}
