// What a chart shows: positions on one axis, and values of named series at them. Knows nothing of
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
}

/** A range around a line, such as that of a forecast. */
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

export interface DotSeries extends Named {
  kind: "dots";
  values: Values;
}

export type Series = LineSeries | BandSeries | StackSeries | DotSeries;

/** A horizontal line at a value, such as a percentile. */
interface Rule {
  value: number;
  name: string;
}

/** A vertical line at a day, such as a change of the scope. */
interface ChartMark {
  at: number;
  name: string;
}

export interface Chart {
  title: string;
  /** Civil days since 1970-01-01, each `span` days long; or plain numbers. */
  x: { kind: "days"; name: string; span: number } | { kind: "numbers"; name: string };
  positions: readonly number[];
  /** Names of the positions, such as titles of tasks. */
  labels?: readonly string[];
  /** `whole`: values are counts, so the axis has no fractions. */
  y: { name: string; unit: string; whole: boolean };
  series: readonly Series[];
  rules?: readonly Rule[];
  marks?: readonly ChartMark[];
  /** The current day. */
  today?: number;
  /** Names the line on which both axes have the same value. */
  diagonal?: string;
}

/** Returns the values of a series at a position: two for a band. */
export function valuesAt(series: Series, index: number): (number | null)[] {
  const lists = series.kind === "band" ? [series.low, series.high] : [series.values];
  return lists.map((values) => values[index] ?? null);
}

/** Returns whether any series has a value. */
export function hasValues({ positions, series }: Pick<Chart, "positions" | "series">): boolean {
  return positions.some((_, index) => series.some((one) => valuesAt(one, index).some((value) => value !== null)));
}
