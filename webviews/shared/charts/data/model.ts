// The data of a chart: positions on one axis, and values of named series at them. Knows nothing of
// tasks.

/** Colors of the theme, by name. */
export type Tone = "blue" | "green" | "orange" | "purple" | "red" | "yellow" | "muted";

/** Strokes that differ without color. */
export type Dash = "solid" | "dashed" | "dotted" | "dashdot";

/** Fills that differ without color. */
export type Pattern = "plain" | "rising" | "falling" | "upright" | "level" | "dots";

interface Named {
  key: string;
  name: string;
  tone: Tone;
}

/** A value for each position; null where there is none. */
export type Values = readonly (number | null)[];

export interface LineSeries extends Named {
  kind: "line";
  values: Values;
  dash?: Dash;
  /** Keeps each value until the next position, for values that change at once. */
  step?: boolean;
  /** Draws through positions without a value, instead of a gap. */
  connect?: boolean;
}

/** A range, such as that of a forecast, drawn straight through positions without values. */
export interface BandSeries extends Named {
  kind: "band";
  low: Values;
  high: Values;
}

/** Areas or bars of a chart are stacked in the order of the series. */
export interface StackSeries extends Named {
  kind: "area" | "bars";
  values: Values;
  pattern: Pattern;
}

/** Shapes that differ without color. */
export type DotShape = "circle" | "square" | "diamond" | "triangle" | "cross" | "star";

export interface DotSeries extends Named {
  kind: "dots";
  values: Values;
  shape: DotShape;
}

export type Series = LineSeries | BandSeries | StackSeries | DotSeries;

/** A horizontal line at a value, such as a percentile. */
interface Rule {
  value: number;
  name: string;
}

/** Something that happened on a day, such as a change of the scope. */
interface ChartMark {
  at: number;
  name: string;
}

/** Series over one axis. */
export interface Chart {
  kind: "series";
  title: string;
  /** Civil days since 1970-01-01, each `span` days long; or plain numbers, with ticks at multiples of `step`. */
  x: { kind: "days"; name: string; span: number } | { kind: "numbers"; name: string; step?: number };
  positions: readonly number[];
  /** Names of the positions, such as titles of tasks. */
  labels?: readonly string[];
  /** `whole`: values are counts, so the axis has no fractions. */
  y: { name: string; unit: string; whole: boolean };
  series: readonly Series[];
  rules?: readonly Rule[];
  /** `name` is what all of them are. */
  marks?: { name: string; list: readonly ChartMark[] };
  /** The current day. */
  today?: number;
  /** Names the line on which both axes have the same value. */
  diagonal?: string;
}

/** A row: days of which each is at least the one before, and a day to compare with. */
export interface RangeRow {
  key: string;
  name: string;
  /** The range, and a later day if it has one; null if there is no range. */
  days: readonly [low: number, high: number, later?: number] | null;
  target: number | null;
  /** More about the row, such as its progress. */
  detail: string;
}

/** Ranges of days, one row each. */
export interface Ranges {
  kind: "ranges";
  title: string;
  /** Name of what the rows are. */
  name: string;
  /** Names of the days. */
  days: readonly string[];
  /** Null if no row has a day to compare with. */
  target: string | null;
  detail: string;
  rows: readonly RangeRow[];
  today: number;
}

export type AnyChart = Chart | Ranges;

/** Returns the values of a series at a position: two for a band. */
export function valuesAt(series: Series, index: number): (number | null)[] {
  const lists = series.kind === "band" ? [series.low, series.high] : [series.values];
  return lists.map((values) => values[index] ?? null);
}

/** Returns whether there is anything to draw. */
export function hasValues(chart: AnyChart): boolean {
  if (chart.kind === "ranges") return chart.rows.some(({ days, target }) => days !== null || target !== null);
  return chart.positions.some((_, index) => chart.series.some((one) => valuesAt(one, index).some((value) => value !== null)));
}
