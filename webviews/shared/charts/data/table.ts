// The values of a chart as a table, on the page and as CSV. Pure.
import { t } from "@vscode/l10n";
import { roundedText } from "../../text/numbers.ts";
import { dateOf } from "../../time/days.ts";
import { longDayText, positionKey, positionText } from "./names.ts";
import { valuesAt } from "./model.ts";
import type { AnyChart, Chart, RangeRow, Ranges, Series } from "./model.ts";

/** Returns the headings: the position, its name if it has one, and each series. */
export function headings(chart: AnyChart): string[] {
  if (chart.kind === "ranges") return [chart.name, ...(chart.target === null ? [] : [chart.target]), ...chart.days, chart.detail];
  const label = chart.labels === undefined ? [] : [t("Name")];
  return [chart.x.name, ...label, ...chart.series.flatMap(seriesHeadings)];
}

function seriesHeadings(series: Series): string[] {
  return series.kind === "band" ? [t("{0}, from", series.name), t("{0}, to", series.name)] : [series.name];
}

/** Returns the number of rows. */
export function rowCount(chart: AnyChart): number {
  return chart.kind === "ranges" ? chart.rows.length : chart.positions.length;
}

/** Returns the cells of a row in the user's language. */
export function rowTexts(chart: AnyChart, index: number, locale: string): string[] {
  if (chart.kind === "ranges") {
    const day = (at: number | null): string => (at === null ? "" : longDayText(at, locale));
    return rangeCells(chart, chart.rows[index], day);
  }
  const values = valuesOf(chart, index).map((value) => (value === null ? "" : roundedText(value, locale)));
  if (chart.labels === undefined) return [positionText(chart, index, locale), ...values];
  const unnamed = { ...chart, labels: [] };
  return [positionText(unnamed, index, locale), chart.labels[index] ?? "", ...values];
}

/** Returns all values as CSV (RFC 4180), with ISO dates and plain numbers. */
export function csvOf(chart: AnyChart): string {
  const rows = chart.kind === "ranges" ? chart.rows.map((row) => rangeRow(chart, row)) : seriesRows(chart);
  return [headings(chart).map(textCell), ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function rangeRow(chart: Ranges, row: RangeRow): string[] {
  const escaped = { ...row, name: spreadsheetText(row.name), detail: spreadsheetText(row.detail) };
  return rangeCells(chart, escaped, (day) => (day === null ? "" : dateOf(day))).map(quoted);
}

function rangeCells({ days: names, target }: Ranges, row: RangeRow | undefined, day: (day: number | null) => string): string[] {
  if (row === undefined) return [];
  return [row.name, ...(target === null ? [] : [day(row.target)]), ...names.map((_, index) => day(row.days?.[index] ?? null)), row.detail];
}

function seriesRows(chart: Chart): string[][] {
  return chart.positions.map((_, index) => {
    const label = chart.labels === undefined ? [] : [textCell(chart.labels[index] ?? "")];
    return [positionKey(chart, index), ...label, ...valuesOf(chart, index).map((value) => (value === null ? "" : String(roundToHundredth(value))))];
  });
}

/** Quotes a text; one that a spreadsheet would read as a formula or a value is escaped as in the engine's CSV. */
function textCell(text: string): string {
  return quoted(spreadsheetText(text));
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/** The rule of the engine (`view/export/csv.rs`); both are tested with `tests/spreadsheetTexts.json`. */
export function spreadsheetText(text: string): string {
  const isValue = /^\s*(?:true|false|nan|inf|infinity|null)\s*$/iu.test(text);
  return isValue || /^[=+\-@\t\r＝＋－＠]/u.test(text) || readsAsNumber(text) ? `'${text}` : text;
}

/** Returns whether a text has only digits, signs of amounts and dates, and names of months or the e of an exponent. */
function readsAsNumber(text: string): boolean {
  if (!/\p{N}/u.test(text) || !/^[\p{N}\p{Alphabetic}.,:;/\-+%()$€£¥年月日時分 ]*$/u.test(text)) return false;
  const isExponent = /^[\p{N}.]/u.test(text);
  const words = text.toLowerCase().replaceAll(/[年月日時分]/gu, " ").match(/\p{Alphabetic}+/gu) ?? [];
  return words.every((word) => (isExponent && word === "e") || (word.length >= 3 && MONTHS.some((month) => month.startsWith(word))));
}

function valuesOf({ series }: Chart, index: number): (number | null)[] {
  return series.flatMap((one) => valuesAt(one, index));
}

function roundToHundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
