// The effort budget: hours used, left and expected in the end. The chart shows whether what is left
// of the budget covers the work that remains.
import { t } from "@vscode/l10n";
import type { Effort } from "../../contract/generated/protocol.ts";
import { ChartPlot } from "../../shared/charts/ChartPlot.tsx";
import { hasValues } from "../../shared/charts/data/model.ts";
import type { Chart, LineSeries } from "../../shared/charts/data/model.ts";
import { Legend, legendOf } from "../../shared/charts/drawing/Legend.tsx";
import { useDashboard } from "../state/actions.ts";
import { hoursText } from "../state/texts.ts";
import { Card, Nothing } from "./Card.tsx";

export function EffortCard() {
  const { state } = useDashboard();
  const locale = state.locale.value;
  const series = state.past.value?.effort.series;
  const link = { label: t("Metrics"), target: { kind: "metrics" } } as const;
  if (series?.report !== "effort") {
    return (
      <Card title={t("Effort budget")} class="effort-card" link={link}>
        <div class="pending" aria-busy="true" />
      </Card>
    );
  }
  const { budgetHours, usedHours, remainingHours, projectedHours } = series.data.budget;
  if (usedHours + remainingHours === 0 && budgetHours === null) {
    return (
      <Card title={t("Effort budget")} class="effort-card" link={link}>
        <Nothing icon="info">{t("No task has hours yet. Estimates and working hours appear here.")}</Nothing>
      </Card>
    );
  }
  const hours = (value: number): string => hoursText(value, locale);
  const chart = effortBurndown(series.data);
  const hasCourse = hasValues(chart) && chart.positions.length > 1;
  const isOver = budgetHours !== null && projectedHours > budgetHours;
  return (
    <Card title={t("Effort budget")} class="effort-card" link={link}>
      <p class="effort-figures">
        <strong>{budgetHours === null ? t("{0} used", hours(usedHours)) : t("{0} of {1} used", hours(usedHours), hours(budgetHours))}</strong>
        <span>{t("{0} of work left", hours(remainingHours))}</span>
        <span class={isOver ? "late" : ""}>
          {expectedText(projectedHours, budgetHours, locale)}
        </span>
      </p>
      {hasCourse ? (
        <div class="chart effort-chart">
          <Legend series={legendOf(chart)} />
          <ChartPlot chart={chart} locale={locale} />
        </div>
      ) : (
        <Nothing icon="info">{t("The chart appears from the second day with hours.")}</Nothing>
      )}
    </Card>
  );
}

/** Says how many hours the project will have taken, and how that compares with its budget. */
function expectedText(projected: number, budget: number | null, locale: string): string {
  const expected = hoursText(projected, locale);
  if (budget === null) return t("{0} expected in all", expected);
  const difference = hoursText(Math.abs(projected - budget), locale);
  return projected > budget ? t("{0} expected in all, {1} over budget", expected, difference) : t("{0} expected in all, {1} under budget", expected, difference);
}

/** Without a budget, the used hours take the place of what is left of it. */
function effortBurndown({ days }: Effort): Chart {
  const left = days.map(({ leftHours }) => leftHours);
  const budget: LineSeries = left.every((value) => value === null)
    ? { kind: "line", key: "used", name: t("Used"), tone: "orange", values: days.map(({ usedHours }) => usedHours) }
    : { kind: "line", key: "left", name: t("Budget left"), tone: "green", values: left };
  return {
    kind: "series",
    title: t("Effort budget"),
    x: { kind: "days", name: t("Day"), span: 1 },
    y: { name: t("Hours"), unit: t("h"), whole: false },
    positions: days.map(({ day }) => day),
    series: [budget, { kind: "line", key: "remaining", name: t("Remaining work"), tone: "blue", dash: "dashed", values: days.map(({ remainingHours }) => remainingHours) }],
    rules: [],
  };
}
