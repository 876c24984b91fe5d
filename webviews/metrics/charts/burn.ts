// Burndown and burnup: the work that remains or is finished, with scope, ideal line and forecast.
import { t } from "@vscode/l10n";
import type { Burndown, Burnup, Report, ScopeChange } from "../../contract/generated/protocol.ts";
import type { Chart, LineSeries, Series, Values } from "../../shared/charts/data/model.ts";
import { numberText } from "../../shared/text/numbers.ts";
import type { Measure } from "../state/persistedState.ts";
import { dataOf, partsOf } from "../state/state.ts";
import { dayAxis, measureAxis, nameOfGroup } from "./context.ts";
import type { ChartContext } from "./context.ts";
import { shownGroups } from "./groups.ts";

interface BurnDay {
  day: number;
  /** The work that remains, or that is finished. */
  work: number;
  scope: number;
  ideal: number | null;
}

interface Burn extends Pick<Burndown, "forecast" | "target" | "scopeChanges"> {
  days: BurnDay[];
}

export function burndownChart(report: Report, context: ChartContext): Chart {
  const burn = (data: Burndown): Burn => ({ ...data, days: data.days.map((day) => burndownDay(day, context.measure)) });
  const data = dataOf(report.series, "burndown");
  const parts = partsOf(report, "burndown").map(({ key, data: part }) => ({ key, data: burn(part) }));
  const names = { title: t("Burndown"), work: t("Remaining"), tone: "blue" as const };
  return burnChart(report, data && burn(data), parts, names, () => 0, context);
}

export function burnupChart(report: Report, context: ChartContext): Chart {
  const burn = (data: Burnup): Burn => ({ ...data, days: data.days.map((day) => burnupDay(day, context.measure)) });
  const data = dataOf(report.series, "burnup");
  const parts = partsOf(report, "burnup").map(({ key, data: part }) => ({ key, data: burn(part) }));
  const names = { title: t("Burnup"), work: t("Finished"), tone: "green" as const };
  return burnChart(report, data && burn(data), parts, names, ({ scope }) => scope, context);
}

function burndownDay(day: Burndown["days"][number], measure: Measure): BurnDay {
  return measure === "tasks"
    ? { day: day.day, work: day.remainingTasks, scope: day.scopeTasks, ideal: day.idealTasks }
    : { day: day.day, work: day.remainingHours, scope: day.scopeHours, ideal: day.idealHours };
}

function burnupDay(day: Burnup["days"][number], measure: Measure): BurnDay {
  return measure === "tasks"
    ? { day: day.day, work: day.finishedTasks, scope: day.scopeTasks, ideal: day.idealTasks }
    : { day: day.day, work: day.finishedHours, scope: day.scopeHours, ideal: day.idealHours };
}

/** `goal` returns the value at which all work is done. */
function burnChart(
  report: Report,
  burn: Burn | undefined,
  parts: readonly { key: string; data: Burn }[],
  names: { title: string; work: string; tone: "blue" | "green" },
  goal: (last: BurnDay) => number,
  context: ChartContext,
): Chart {
  const days = burn?.days ?? [];
  const last = days.at(-1);
  const isCurrent = report.to === report.today && last !== undefined && last.work !== goal(last);
  const ahead = burn === undefined || !isCurrent || parts.length > 0 ? [] : daysAhead(burn, report.today);
  const positions = [...days.map(({ day }) => day), ...ahead];
  const series = parts.length > 0 || burn === undefined ? groupLines(parts, positions, context) : burnSeries(burn, names, goal, positions);
  return {
    kind: "series",
    title: names.title,
    x: dayAxis(),
    y: measureAxis(context.measure),
    positions,
    series,
    marks: { name: t("Scope change"), list: (burn?.scopeChanges ?? []).flatMap((change) => scopeMark(change, context)) },
    ...(isCurrent && { today: report.today }),
  };
}

/** Days after today at which the forecast or the ideal line has a corner. */
function daysAhead({ forecast: { p50, p85, p95 }, target }: Burn, today: number): number[] {
  const days = [p50, p85, p95, target].filter((day) => day !== null && day > today).map(Number);
  return [...new Set(days)].toSorted((a, b) => a - b);
}

function burnSeries(burn: Burn, names: { work: string; tone: "blue" | "green" }, goal: (last: BurnDay) => number, positions: readonly number[]): Series[] {
  const { days, target } = burn;
  const at = new Map(days.map((day) => [day.day, day]));
  const values = (of: (day: BurnDay) => number | null): Values => positions.map((day) => at.get(day)).map((day) => (day === undefined ? null : of(day)));
  const last = days.at(-1);
  const isIdeal = days.some(({ ideal }) => ideal !== null);
  const end = last === undefined ? 0 : goal(last);
  const ideal = values((day) => day.ideal).map((value, index) => (positions[index] === target ? end : value));
  const lines: LineSeries[] = [
    { kind: "line", key: "work", name: names.work, tone: names.tone, values: values(({ work }) => work) },
    ...(isIdeal ? [{ kind: "line", key: "ideal", name: t("Ideal"), tone: "muted", dash: "dashed", connect: true, values: ideal } as const] : []),
    { kind: "line", key: "scope", name: t("Scope"), tone: "orange", dash: "dotted", step: true, values: values(({ scope }) => scope) },
  ];
  return last === undefined ? lines : [...lines, ...forecastSeries(burn, last, end, positions)];
}

/** Straight from today's value to the goal, at the days of the forecast. */
function forecastSeries({ forecast: { p50, p85, p95 } }: Burn, last: BurnDay, end: number, positions: readonly number[]): Series[] {
  if (p50 === null || p85 === null || p95 === null || p50 <= last.day || !positions.includes(p95)) return [];
  const toward = (goalDay: number, day: number): number => last.work + (end - last.work) * Math.min(1, (day - last.day) / (goalDay - last.day));
  const isAhead = (day: number): boolean => day >= last.day && day <= p95;
  const values = (goalDay: number): Values => positions.map((day) => (isAhead(day) ? toward(goalDay, day) : null));
  const [low, high] = end < last.work ? [values(p50), values(p95)] : [values(p95), values(p50)];
  const line = values(p85).map((value, index) => ((positions[index] ?? 0) <= p85 ? value : null));
  return [
    { kind: "line", key: "forecast", name: t("Forecast, 85%"), tone: "purple", dash: "dashdot", connect: true, values: line },
    { kind: "band", key: "band", name: t("Forecast, 50% to 95%"), tone: "purple", low, high },
  ];
}

function groupLines(parts: readonly { key: string; data: Burn }[], positions: readonly number[], context: ChartContext): Series[] {
  const shown = shownGroups(parts, ({ days }) => days.at(-1)?.scope ?? 0, nameOfGroup(context));
  return shown.map(({ key, name, tone, dash, data }) => {
    const at = new Map(data.days.map(({ day, work }) => [day, work]));
    return { kind: "line", key: `group ${key}`, name, tone, dash, values: positions.map((day) => at.get(day) ?? null) };
  });
}

function scopeMark({ day, tasks, hours }: ScopeChange, { measure, locale }: ChartContext): { at: number; name: string }[] {
  const change = measure === "tasks" ? tasks : hours;
  if (change === 0) return [];
  const number = `${change > 0 ? "+" : "−"}${numberText(Math.abs(change), locale)}`;
  return [{ at: day, name: measure === "tasks" ? t("Scope: {0} tasks", number) : t("Scope: {0} h", number) }];
}
