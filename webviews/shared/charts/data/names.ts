// Names of positions, values and series in the user's language.
import { t } from "@vscode/l10n";
import { dayFormatter } from "../../text/dates.ts";
import { numberText, roundedText } from "../../text/numbers.ts";
import { asDate, dateOf } from "../../time/days.ts";
import { valuesAt } from "./model.ts";
import type { Chart, Series } from "./model.ts";

/** For example "24 Nov". */
export function shortDay(day: number, locale: string): string {
  return dayFormatter(locale, "short").format(asDate(day));
}

/** For example "Tue, 24 Nov 2026". */
export function longDayText(day: number, locale: string): string {
  return dayFormatter(locale, "named").format(asDate(day));
}

/** For example "Nov", or "Nov 2026". */
export function monthName(day: number, withYear: boolean, locale: string): string {
  return dayFormatter(locale, withYear ? "shortMonthWithYear" : "shortMonth").format(asDate(day));
}

/** Returns the heading of a position: its name, day, range of days, or number. */
export function positionText(chart: Chart, index: number, locale: string): string {
  const label = chart.labels?.[index];
  if (label !== undefined) return label;
  const at = chart.positions[index] ?? 0;
  if (chart.x.kind === "numbers") return numberText(at, locale);
  const { span } = chart.x;
  if (span === 1) return longDayText(at, locale);
  return dayFormatter(locale, "shortWithYear").formatRange(asDate(at), asDate(at + span - 1));
}

/** Returns the first column of a row: dates in ISO form, for other programs. */
export function positionKey(chart: Chart, index: number): string {
  const at = chart.positions[index] ?? 0;
  return chart.x.kind === "days" ? dateOf(at) : String(at);
}

/** Returns a value with its unit, such as "12.5 h". */
function valueText(value: number, { y }: Pick<Chart, "y">, locale: string): string {
  const number = roundedText(value, locale);
  return y.unit === "" ? number : t("{0} {1}", number, y.unit);
}

/** Returns the value of a series at a position, or its range; null if there is none. */
export function seriesText(chart: Chart, series: Series, index: number, locale: string): string | null {
  const [first = null, second] = valuesAt(series, index);
  if (first === null || second === null) return null;
  const text = valueText(first, chart, locale);
  return second === undefined ? text : t("{0} – {1}", roundedText(first, locale), valueText(second, chart, locale));
}

/** Returns everything at a position in one line, for screen readers. */
export function spokenPosition(chart: Chart, index: number, locale: string): string {
  const values = chart.series.flatMap((series) => {
    const text = seriesText(chart, series, index, locale);
    return text === null ? [] : [t("{0}: {1}", series.name, text)];
  });
  const marks = marksAt(chart, index).map(({ name }) => name);
  return [positionText(chart, index, locale), ...values, ...marks].join(", ");
}

/** Returns the marks within the days of a position. */
export function marksAt({ x, positions, marks }: Chart, index: number): { at: number; name: string }[] {
  const from = positions[index] ?? 0;
  return x.kind === "days" ? (marks?.list ?? []).filter(({ at }) => at >= from && at < from + x.span) : [];
}
