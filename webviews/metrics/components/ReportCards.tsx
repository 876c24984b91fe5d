// All charts of the page, each with its report.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { Forecast, Report, ReportName } from "../../contract/generated/protocol.ts";
import { ChartCard } from "../../shared/charts/ChartCard.tsx";
import type { AnyChart } from "../../shared/charts/data/model.ts";
import { longDayText } from "../../shared/charts/data/names.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Explained } from "../../shared/components/Explained.tsx";
import { forecastMeaning, forecastText } from "../../shared/text/forecast.ts";
import { numberText, roundedText } from "../../shared/text/numbers.ts";
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

/** What answers first: when it will be done, how fast the work goes, and how good the estimates are. */
const firstCards: readonly Card[] = [
  { key: "burndown", report: "burndown", chart: burndownChart, text: (report, { locale }) => forecastLine(dataOf(report.series, "burndown")?.forecast, locale) },
  { key: "throughput", report: "throughput", chart: throughputChart, text: velocityText },
  { key: "estimates", report: "estimates", chart: estimatesChart, text: (report, context) => <Factors report={report} context={context} /> },
];

const foldingCards: readonly Card[] = [
  { key: "forecast", report: "forecast", chart: forecastRanges, text: forecastBasis },
  { key: "milestones", report: "milestones", chart: milestoneRanges },
  { key: "burnup", report: "burnup", chart: burnupChart },
  { key: "flow", report: "flow", chart: flowChart },
  { key: "effort", report: "effort", chart: effortChart },
  { key: "earned-value", report: "earned-value", chart: earnedValueChart, text: earnedValueText },
  { key: "cycle", report: "cycle", chart: cycleChart, text: leadTimeText },
  { key: "session-days", report: "sessions", chart: sessionDaysChart, text: (report, { locale }) => <Actors report={report} locale={locale} /> },
  { key: "session-hours", report: "sessions", chart: sessionHoursChart },
];

export function ReportCards() {
  const { state, actions } = useMetrics();
  const { reports, open, locale } = state;
  const keys = foldingCards.map(({ key }) => key);
  const isAllOpen = keys.every((key) => open.value.includes(key));
  // The same of nearly all reports, so it is said once.
  const notes = [...new Set([...reports.value.values()].map((report) => noteText(report, locale.value)))];
  const sharedNote = notes.length === 1 ? notes[0] : undefined;
  return (
    <>
      <div class="charts first-charts">
        {firstCards.map((card) => (
          <ReportCard key={card.key} card={card} showsNote={sharedNote === undefined} />
        ))}
      </div>
      <div class="more-charts">
        <h2>{t("More charts")}</h2>
        <Button kind="link" onClick={() => actions.unfold(isAllOpen ? [] : keys)}>
          {isAllOpen ? t("Fold all") : t("Unfold all")}
        </Button>
      </div>
      <div class="charts">
        {foldingCards.map((card) => (
          <ReportCard key={card.key} card={card} folds showsNote={sharedNote === undefined} />
        ))}
      </div>
      {sharedNote !== undefined && <p class="charts-note">{sharedNote}</p>}
    </>
  );
}

function ReportCard({ card: { key, report: name, chart: chartOf, text }, folds = false, showsNote }: { card: Card; folds?: boolean; showsNote: boolean }) {
  const { state, actions } = useMetrics();
  const report = state.reports.value.get(name);
  const project = state.snapshot.value?.project;
  const open = state.open.value;
  const isFolded = folds && !open.includes(key);
  if (report === undefined || project === undefined) return <div class={isFolded ? "chart pending folded" : "chart pending"} aria-busy="true" />;
  const { group, measure } = state.choices.value;
  const locale = state.locale.value;
  const context: ChartContext = { group, measure, project, locale };
  const notice = report.notice === null ? null : translateText(report.notice);
  const toggle = (): void => actions.unfold(isFolded ? [...open, key] : open.filter((other) => other !== key));
  return (
    <ChartCard
      chart={chartOf(report, context)}
      locale={locale}
      actions={actions}
      notice={notice}
      empty={notice ?? t("There are no values on these days.")}
      note={noteText(report, locale)}
      showsNote={showsNote}
      fold={folds ? { isFolded, toggle } : undefined}
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

function velocityText(report: Report, { locale }: ChartContext): ComponentChildren {
  const data = dataOf(report.series, "throughput");
  const last = data?.weeks.at(-1);
  if (data === undefined || last === undefined) return null;
  const number = (value: number): string => roundedText(value, locale);
  return <p>{t("{0} tasks with {1} estimated hours a week, on average of {2} weeks. This week: {3} tasks, {4} h.", number(last.meanTasks), number(last.meanHours), Math.min(data.meanWeeks, data.weeks.length), number(last.doneTasks), number(last.doneHours))}</p>;
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
  const ratio = (value: number | null): string => (value === null ? "–" : numberText(value, locale));
  const hours = (value: number | null): string => (value === null ? "–" : roundedText(value, locale));
  return (
    <p>
      {t("SPI {0}, CPI {1}, planned {2} h, {3} h if the rest costs as much as the work so far", ratio(data.spi), ratio(data.cpi), hours(data.bac), hours(data.eac))}
      {". "}
      {data.baseline === null ? t("The plan is the current dates.") : t("The plan is the baseline {0}.", data.baseline)}
    </p>
  );
}

function leadTimeText(report: Report): ComponentChildren {
  const lead = dataOf(report.series, "cycle")?.lead;
  return lead == null ? null : <p>{t("Lead time, from creation: {0} days (50%), {1} (85%), {2} (95%).", lead.p50, lead.p85, lead.p95)}</p>;
}
