// A chart that fits its width. The pointer, or the arrow keys, move a cursor over its positions; the
// values there are shown in a tip and announced to screen readers.
import { t } from "@vscode/l10n";
import { minIndex } from "d3-array";
import { useId, useMemo, useRef } from "preact/hooks";
import { CursorFrame } from "./CursorFrame.tsx";
import { ChartSvg } from "./drawing/ChartSvg.tsx";
import { Swatch } from "./drawing/Legend.tsx";
import { valuesAt } from "./data/model.ts";
import type { Chart } from "./data/model.ts";
import { marksAt, positionText, seriesText, spokenPosition } from "./data/names.ts";
import { plotOf } from "./drawing/scales.ts";
import type { Plot } from "./drawing/scales.ts";
import { centerOf } from "./drawing/shapes.ts";
import { useCursor } from "./useCursor.ts";
import { useWidth } from "./useWidth.ts";

const height = 230;

export function ChartPlot({ chart, locale }: { chart: Chart; locale: string }) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const stops = useMemo(() => stopsOf(chart), [chart]);
  const plot = useMemo(() => (width === 0 ? null : plotOf(chart, { width, height }, locale)), [chart, width, locale]);
  const { at, setCursor, handlers } = useCursor({
    stops,
    keys: ["ArrowLeft", "ArrowRight"],
    start: stops.findLast((index) => chart.today === undefined || (chart.positions[index] ?? 0) <= chart.today) ?? stops.at(-1),
    spoken: (index) => spokenPosition(chart, index, locale),
  });
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || plot === null) return;
    setCursor(nearestStop(chart, plot, stops, clientX - box.left, clientY - box.top));
  };
  return (
    <CursorFrame
      frame={frame}
      title={chart.title}
      help={t("The left and right arrow keys move over the values, Home and End to the first and the last.")}
      handlers={handlers}
      onPointerMove={onPointerMove}
    >
      {plot !== null && (
        <ChartSvg chart={chart} plot={plot} id={id}>
          {at !== null && <Cursor chart={chart} plot={plot} index={at} />}
        </ChartSvg>
      )}
      {plot !== null && at !== null && <Tip chart={chart} plot={plot} index={at} locale={locale} />}
    </CursorFrame>
  );
}

/** Returns the positions that have a value. */
function stopsOf({ positions, series }: Chart): number[] {
  return positions.flatMap((_, index) => (series.some((one) => valuesAt(one, index)[0] != null) ? [index] : []));
}

/** Returns the position nearest to the pointer: the nearest dot if there are only dots. */
function nearestStop(chart: Chart, plot: Plot, stops: readonly number[], x: number, y: number): number | null {
  const dots = chart.series.filter(({ kind }) => kind === "dots");
  const inPlane = dots.length === chart.series.length;
  const distance = (index: number): number => {
    const across = centerOf(chart, plot, index) - x;
    if (!inPlane) return Math.abs(across);
    const heights = dots.flatMap((series) => valuesAt(series, index).map((value) => (value === null ? Infinity : plot.y(value) - y)));
    return Math.min(...heights.map((down) => Math.hypot(across, down)));
  };
  return stops[minIndex(stops, distance)] ?? null;
}

function Cursor({ chart, plot, index }: { chart: Chart; plot: Plot; index: number }) {
  const x = centerOf(chart, plot, index);
  return (
    <g class="chart-cursor">
      <path d={`M${x} ${plot.top}V${plot.bottom}`} />
      {chart.series.map((series) => {
        const [value = null] = valuesAt(series, index);
        if (value === null || (series.kind !== "line" && series.kind !== "dots")) return null;
        return <circle key={series.key} class={`tone-${series.tone}`} cx={x} cy={plot.y(value)} r={series.kind === "dots" ? 6 : 3.5} />;
      })}
    </g>
  );
}

function Tip({ chart, plot, index, locale }: { chart: Chart; plot: Plot; index: number; locale: string }) {
  const x = centerOf(chart, plot, index);
  const isLeft = x > plot.width / 2;
  return (
    <div class={isLeft ? "chart-tip left" : "chart-tip"} style={{ left: `${x}px` }} aria-hidden="true">
      <p class="chart-tip-title">{positionText(chart, index, locale)}</p>
      {inDrawnOrder(chart).map((series) => {
        const text = seriesText(chart, series, index, locale);
        return text === null ? null : (
          <p key={series.key}>
            <Swatch series={series} />
            <span class="chart-tip-name">{series.name}</span>
            <span>{text}</span>
          </p>
        );
      })}
      {marksAt(chart, index).map(({ name }) => (
        <p key={name}>{name}</p>
      ))}
    </div>
  );
}

/** Stacks are drawn from the bottom up. */
function inDrawnOrder({ series }: Chart): Chart["series"] {
  return series.some(({ kind }) => kind === "area" || kind === "bars") ? series.toReversed() : series;
}
