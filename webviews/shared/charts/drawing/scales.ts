// Sizes, scales and ticks of a chart. Pure.
import { extent, max, min, range } from "d3-array";
import { scaleLinear } from "d3-scale";
import type { ScaleLinear } from "d3-scale";
import { truncateText, widthOf } from "../../picture/svgText.ts";
import { shortDay, monthName } from "../data/names.ts";
import { numberText, roundedText } from "../../text/numbers.ts";
import { asDate } from "../../time/days.ts";
import { marksOf } from "../../time/units.ts";
import type { Unit } from "../../time/units.ts";
import type { Chart, LineSeries, Series } from "../data/model.ts";
import { stackOf } from "../data/stack.ts";

export interface Size {
  width: number;
  height: number;
}

interface Tick {
  /** Pixels along the axis. */
  at: number;
  text: string;
}

/** A text at the right end of a line. */
interface EndLabel {
  key: string;
  tone: string;
  y: number;
  text: string;
}

export interface Plot extends Size {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (value: number) => number;
  y: (value: number) => number;
  xTicks: Tick[];
  yTicks: Tick[];
  endLabels: EndLabel[];
}

export const fontSize = 11;
const lineHeight = 14;
/** Where the name of the value axis begins. */
export const axisNameLeft = 4;
/** Room above the plot for names of marks and of the value axis, and below for the ticks. */
const margin = { top: 22, bottom: 22, right: 12, gap: 8 };
const tickRoom = { x: 14, y: 38 };
const widestEndLabel = 130;
/** Between the plot and the labels at its right end. */
export const endLabelGap = 10;
/** Below this width, the legend alone names the lines. */
const MIN_WIDTH_OF_END_LABELS = 440;

/** Computes where everything of a chart is drawn. */
export function plotOf(chart: Chart, { width, height }: Size, locale: string): Plot {
  const [top, bottom] = [margin.top, height - margin.bottom];
  const domain = valueDomain(chart);
  const y = scaleLinear(domain, [bottom, top]).nice(Math.max(2, Math.floor((bottom - top) / tickRoom.y)));
  const yTicks = y
    .ticks(Math.max(2, Math.floor((bottom - top) / tickRoom.y)))
    .filter((value) => !chart.y.whole || Number.isInteger(value))
    .map((value) => ({ at: y(value), text: numberText(value, locale) }));
  const left = margin.gap + (max(yTicks, ({ text }) => widthOf(text, fontSize)) ?? 0) + 4;
  const ends = endLabels(chart, width, y, locale);
  const right = Math.max(left + 1, width - margin.right - (max(ends, ({ text }) => widthOf(text, fontSize) + endLabelGap) ?? 0));
  const x = scaleLinear(positionDomain(chart), [left, right]);
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    x,
    y,
    xTicks: chart.x.kind === "days" ? dayTicks(x, locale) : numberTicks(x, chart.x.step, locale),
    yTicks,
    endLabels: separate(ends, top, bottom),
  };
}

/**
 * Returns the middle of the name of today: above its line, but beside the name of the value axis and
 * within the chart.
 */
export function middleOfToday(name: string, line: number, { y }: Pick<Chart, "y">, { width }: Size): number {
  const half = widthOf(name, fontSize) / 2;
  return Math.max(axisNameLeft + widthOf(y.name, fontSize) + 4 + half, Math.min(line, width - half));
}

/** Names at the right end: of horizontal rules, and of several lines that reach it. */
function endLabels({ series, rules = [], positions }: Chart, width: number, y: (value: number) => number, locale: string): EndLabel[] {
  const named = rules.map(({ name, value }) => ({ key: name, tone: "muted", y: y(value), text: `${name}: ${roundedText(value, locale)}` }));
  const lines = series.filter(isLine).flatMap(({ key, name, tone, values }) => {
    const last = values[positions.length - 1] ?? null;
    return last === null ? [] : [{ key, tone, y: y(last), text: truncateText(name, widestEndLabel, fontSize) }];
  });
  return [...named, ...(lines.length < 2 || width < MIN_WIDTH_OF_END_LABELS ? [] : lines)];
}

function isLine(series: Series): series is LineSeries {
  return series.kind === "line";
}

/** Values from zero, or from the lowest value below it. */
function valueDomain(chart: Chart): [low: number, high: number] {
  const { series, rules = [] } = chart;
  const values = series.flatMap((one) => {
    if (one.kind === "band") return [...one.low, ...one.high];
    return one.kind === "line" || one.kind === "dots" ? one.values : [];
  });
  const stacked = (["area", "bars"] as const).flatMap((kind) => stackOf(chart, kind)).flatMap(({ spans }) => spans.flat());
  const all = [...values, ...stacked, ...rules.map(({ value }) => value)].filter((value) => value !== null);
  const low = Math.min(0, min(all) ?? 0);
  const high = Math.max(low + 1, max(all) ?? 0);
  return [low, high];
}

/** A day is drawn in the middle of its room, so the axis ends with the day. */
function positionDomain({ x, positions, series, today }: Chart): [from: number, to: number] {
  if (x.kind === "numbers") {
    // Half of the first and the last bar.
    const beside = series.some(({ kind }) => kind === "bars") ? 0.5 : 0;
    return [-beside, Math.max(1, max(positions) ?? 1) + beside];
  }
  const [from, to] = extent([...positions, ...(today === undefined ? [] : [today])]);
  return from === undefined || to === undefined ? [0, 1] : [from, to + x.span];
}

/** With the number of days of the shortest. */
const units = [
  ["day", 1],
  ["week", 7],
  ["month", 28],
  ["quarter", 90],
] as const satisfies [Unit, number][];
const MIN_YEAR_WIDTH = 46;

/** A linear scale, as far as ticks need it. */
type TickScale = ScaleLinear<number, number>;

/** Returns ticks of the finest unit whose names fit. */
export function dayTicks(x: TickScale, locale: string): Tick[] {
  const [from = 0, to = 0] = x.domain();
  const width = x(to) - x(from);
  const ticksOf = (unit: Unit, step = 1): Tick[] =>
    marksOf(unit, from, to)
      .map(({ first }) => ({ first, at: x(unit === "day" ? first + 0.5 : first) }))
      .filter(({ first, at }) => first >= from && at >= widthOf(tickText(unit, first, true, locale), fontSize) / 2)
      .filter((_, index) => index % step === 0)
      .map(({ first, at }, index) => ({ at, text: tickText(unit, first, index === 0, locale) }));
  for (const [unit, days] of units) {
    // Names are not formatted where even the shortest does not fit.
    if ((width / (to - from)) * days < tickRoom.x) continue;
    const ticks = ticksOf(unit);
    if (fits(ticks)) return ticks;
  }
  return ticksOf("year", Math.ceil(((to - from) / 365 / width) * MIN_YEAR_WIDTH));
}

function fits(ticks: readonly Tick[]): boolean {
  return ticks.every(({ at, text }, index) => {
    const before = ticks[index - 1];
    return before === undefined || at - before.at >= (widthOf(text, fontSize) + widthOf(before.text, fontSize)) / 2 + tickRoom.x;
  });
}

/** The first tick, and that of each January, has the year. */
function tickText(unit: Unit, day: number, isFirst: boolean, locale: string): string {
  const date = asDate(day);
  if (unit === "year") return String(date.getUTCFullYear());
  if (unit === "day" || unit === "week") return shortDay(day, locale);
  return monthName(day, isFirst || date.getUTCMonth() === 0, locale);
}

/** At multiples of `step` if there is one. */
function numberTicks(x: TickScale, step: number | undefined, locale: string): Tick[] {
  const [left = 0, right = 0] = x.range();
  if (step !== undefined) return range(0, (x.domain()[1] ?? 0) + 1, step).map((value) => ({ at: x(value), text: numberText(value, locale) }));
  return x.ticks(Math.max(2, Math.floor((right - left) / 60))).map((value) => ({ at: x(value), text: numberText(value, locale) }));
}

/** Moves labels apart so that each has its own line. */
function separate(labels: readonly EndLabel[], top: number, bottom: number): EndLabel[] {
  const placed = labels.toSorted((a, b) => a.y - b.y);
  let free = top;
  for (const label of placed) {
    label.y = Math.max(label.y, free);
    free = label.y + lineHeight;
  }
  let limit = bottom;
  for (const label of placed.toReversed()) {
    label.y = Math.min(label.y, limit);
    limit = label.y - lineHeight;
  }
  return placed;
}
