// All charts of the page, each with its report.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { Forecast, Report, ReportName } from "../../contract/generated/protocol.ts";
import { ChartCard } from "../../shared/charts/ChartCard.tsx";
import type { AnyChart } from "../../shared/charts/data/model.ts";
import { longDayText } from "../../shared/charts/data/names.ts";
import { Explained } from "../../shared/components/Explained.tsx";
import { forecastMeaning, forecastText } from "../../shared/text/forecast.ts";
import { numberText } from "../../shared/text/numbers.ts";
import { translateText } from "../../shared/text/names.ts";
import { burndownChart, burnupChart } from "../charts/burn.ts";
import type { ChartContext } from "../charts/context.ts";
import { earnedValueChart, effortChart, estimatesChart, sessionDaysChart, sessionHoursChart } from "../charts/effort.ts";
import { cycleChart, flowChart, throughputChart } from "../charts/flow.ts";
import { forecastRanges, milestoneRanges } from "../charts/forecast.ts";
import { MAX_GROUPS } from "../charts/groups.ts";
import { useMetrics } from "../state/actions.ts";
import { dataOf } from "../state/state.ts";
import { Actors, Factors } from "./Lists.tsx";

interface Card {
  key: string;
  report: ReportName;
  chart: (report: Report, context: ChartContext) => AnyChart;
  /** Text between the title and the chart. */
  text?: (report: Report, context: ChartContext) => ComponentChildren;
}

const cards: readonly Card[] = [
  { key: "burndown", report: "burndown", chart: burndownChart, text: (report, { locale }) => forecastLine(dataOf(report.series, "burndown")?.forecast, locale) },
  { key: "burnup", report: "burnup", chart: burnupChart },
  { key: "flow", report: "flow", chart: flowChart },
  { key: "throughput", report: "throughput", chart: throughputChart },
  { key: "forecast", report: "forecast", chart: forecastRanges, text: forecastBasis },
  { key: "milestones", report: "milestones", chart: milestoneRanges },
  { key: "effort", report: "effort", chart: effortChart },
  { key: "earned-value", report: "earned-value", chart: earnedValueChart, text: earnedValueText },
  { key: "cycle", report: "cycle", chart: cycleChart, text: leadTimeText },
  { key: "estimates", report: "estimates", chart: estimatesChart, text: (report, context) => <Factors report={report} context={context} /> },
  { key: "session-days", report: "sessions", chart: sessionDaysChart, text: (report, { locale }) => <Actors report={report} locale={locale} /> },
  { key: "session-hours", report: "sessions", chart: sessionHoursChart },
];

export function ReportCards() {
  return (
    <div class="charts">
      {cards.map((card) => (
        <ReportCard key={card.key} card={card} />
      ))}
    </div>
  );
}

function ReportCard({ card: { key, report: name, chart: chartOf, text } }: { card: Card }) {
  const { state, actions } = useMetrics();
  const report = state.reports.value.get(name);
  const project = state.snapshot.value?.project;
  if (report === undefined || project === undefined) return <div class="chart pending" aria-busy="true" />;
  const { group, measure } = state.choices.value;
  const locale = state.locale.value;
  const context: ChartContext = { group, measure, project, locale };
  const notice = report.notice === null ? null : translateText(report.notice);
  return (
    <ChartCard
      chart={chartOf(report, context)}
      locale={locale}
      actions={actions}
      notice={notice}
      empty={notice ?? t("There are no values on these days.")}
      note={noteText(report, locale)}
      isTable={state.tables.value.includes(key)}
      onTable={(isTable) => actions.showAsTable(key, isTable)}
    >
      {text?.(report, context)}
      {report.groups.length > MAX_GROUPS && <p>{t("The {0} largest of {1} groups.", MAX_GROUPS, report.groups.length)}</p>}
    </ChartCard>
  );
}

/** Says what the values were made from, and from which day on they are exact. */
function noteText({ source, exactFrom }: Report, locale: string): string {
  const isLog = source === "log";
  if (exactFrom === null) return isLog ? t("From the activity log.") : t("From the stamps in tasks and sessions.");
  const day = longDayText(exactFrom, locale);
  return isLog ? t("From the activity log, exact from {0}.", day) : t("From the stamps in tasks and sessions, exact from {0}.", day);
}

function forecastLine(forecast: Forecast | undefined, locale: string): ComponentChildren {
  if (forecast === undefined || forecast.p50 === null) return null;
  const dayText = (day: number): string => longDayText(day, locale);
  return (
    <p>
      <Explained text={forecastText(forecast, dayText)} meaning={forecastMeaning(forecast, dayText)} />
    </p>
  );
}

function forecastBasis(report: Report, { locale }: ChartContext): ComponentChildren {
  const data = dataOf(report.series, "forecast");
  if (data === undefined || data.p50 === null) return null;
  const count = (value: number): string => numberText(value, locale);
  const growth = data.sampleScopeChange;
  return (
    <p>
      {t("{0} simulated courses, from {1} tasks done in {2} working days.", count(data.runs), count(data.sampleTasks), count(data.sampleDays))}
      {growth > 0 && ` ${t("Meanwhile the number of tasks grew by {0}. The forecast is for the tasks of today only.", count(growth))}`}
    </p>
  );
}

function earnedValueText(report: Report, { locale }: ChartContext): ComponentChildren {
  const data = dataOf(report.series, "earned-value");
  if (data === undefined || data.days.length === 0) return null;
  const number = (value: number | null): string => (value === null ? "–" : numberText(value, locale));
  return (
    <p>
      {t("SPI {0}, CPI {1}, planned {2} h, {3} h if the rest costs as much as the work so far", number(data.spi), number(data.cpi), number(data.bac), number(data.eac))}
      {". "}
      {data.baseline === null ? t("The plan is the current dates.") : t("The plan is the baseline {0}.", data.baseline)}
    </p>
  );
}

function leadTimeText(report: Report): ComponentChildren {
  const lead = dataOf(report.series, "cycle")?.lead;
  return lead == null ? null : <p>{t("Lead time, from creation: {0} days (50%), {1} (85%), {2} (95%).", lead.p50, lead.p85, lead.p95)}</p>;
}
