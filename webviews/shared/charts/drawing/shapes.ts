// Paths of lines, bands and areas, and the boxes of bars. Pure.
import { area as areaShape, curveLinear, curveStep, line, symbol, symbolCircle, symbolCross, symbolDiamond2, symbolSquare, symbolStar, symbolTriangle } from "d3-shape";
import type { SymbolType } from "d3-shape";
import type { BandSeries, Chart, DotShape, LineSeries } from "../data/model.ts";
import type { Plot } from "./scales.ts";
import type { Layer } from "../data/stack.ts";

type Scales = Pick<Plot, "x" | "y">;

/** Returns the middle of a position: of its day or week, or the number itself. */
export function centerOf(chart: Pick<Chart, "x" | "positions">, { x }: Pick<Plot, "x">, index: number): number {
  const at = chart.positions[index] ?? 0;
  return x(chart.x.kind === "days" ? at + chart.x.span / 2 : at);
}

interface Point {
  index: number;
  value: number | null;
}

export function linePath(chart: Chart, { values, step = false, connect = false }: LineSeries, scales: Scales): string {
  const path = line<Point>()
    .defined(({ value }) => value !== null)
    .x(({ index }) => centerOf(chart, scales, index))
    .y(({ value }) => scales.y(value ?? 0))
    .curve(step ? curveStep : curveLinear)
    .digits(1);
  const points = values.map((value, index) => ({ index, value }));
  return path(connect ? points.filter(({ value }) => value !== null) : points) ?? "";
}

/** Returns the indexes of points without a neighbour to draw a line to. */
export function lonePoints({ values, connect = false }: LineSeries): number[] {
  const known = values.flatMap((value, index) => (value === null ? [] : [index]));
  return connect ? known.filter(() => known.length === 1) : known.filter((index) => (values[index - 1] ?? values[index + 1] ?? null) === null);
}

export function bandPath(chart: Chart, { low, high }: BandSeries, scales: Scales): string {
  const ends = low.flatMap((value, index) => {
    const end = high[index] ?? null;
    return value === null || end === null ? [] : [{ index, value, end }];
  });
  const path = areaShape<(typeof ends)[number]>()
    .x(({ index }) => centerOf(chart, scales, index))
    .y0(({ value }) => scales.y(value))
    .y1(({ end }) => scales.y(end))
    .digits(1);
  return path(ends) ?? "";
}

export function areaPath(chart: Chart, { spans }: Layer, scales: Scales): string {
  const path = areaShape()
    .x((_, index) => centerOf(chart, scales, index))
    .y0(([low]) => scales.y(low))
    .y1(([, high]) => scales.y(high))
    .digits(1);
  return path(spans) ?? "";
}

const symbols: Record<DotShape, SymbolType> = {
  circle: symbolCircle,
  square: symbolSquare,
  diamond: symbolDiamond2,
  triangle: symbolTriangle,
  cross: symbolCross,
  star: symbolStar,
};
/** In square pixels. */
const DOT_AREA = 42;

/** Returns a dot around the origin. */
export function dotPath(shape: DotShape, area = DOT_AREA): string {
  return symbol(symbols[shape], area).digits(1)() ?? "";
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Width of bars of which only a few fill the plot. */
const MAX_BAR_WIDTH = 48;

/** Returns the boxes of a layer's bars, without empty ones. */
export function barBoxes(chart: Chart, { spans }: Layer, scales: Scales): Box[] {
  const span = chart.x.kind === "days" ? chart.x.span : 1;
  const room = scales.x(span) - scales.x(0);
  const width = Math.max(1, Math.min(MAX_BAR_WIDTH, room * 0.8));
  return spans.flatMap(([low, high], index) =>
    high === low ? [] : [{ x: centerOf(chart, scales, index) - width / 2, y: scales.y(high), width, height: scales.y(low) - scales.y(high) }],
  );
}

/** Returns the positions, in ascending order, that are at least `distance` after the one kept before. */
export function spaced(positions: readonly number[], distance: number): number[] {
  const kept: number[] = [];
  for (const position of positions) {
    const last = kept.at(-1);
    if (last === undefined || position - last >= distance) kept.push(position);
  }
  return kept;
}
