// A chart that fits its width. The pointer, or the arrow keys, move a cursor over its positions; the
// values there are shown in a tip and announced to screen readers.
import { t } from "@vscode/l10n";
import { minIndex } from "d3-array";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../announcer.ts";
import { ChartSvg } from "./ChartSvg.tsx";
import { Swatch } from "./Legend.tsx";
import { valuesAt } from "./model.ts";
import type { Chart } from "./model.ts";
import { marksAt, positionText, seriesText, spokenPosition } from "./names.ts";
import { plotOf } from "./scales.ts";
import type { Plot } from "./scales.ts";
import { centerOf } from "./shapes.ts";

export const chartHeight = 230;
/** Positions that Page Up and Page Down skip. */
const PAGE_STEP = 7;

export function ChartPlot({ chart, locale }: { chart: Chart; locale: string }) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [cursor, setCursor] = useState<number | null>(null);
  const stops = chart.positions.flatMap((_, index) => (chart.series.some((one) => valuesAt(one, index)[0] != null) ? [index] : []));
  const plot = width === 0 ? null : plotOf(chart, { width, height: chartHeight }, locale);
  const at = cursor !== null && stops.includes(cursor) ? cursor : null;

  const moveTo = (index: number | undefined): void => {
    if (index === undefined) return;
    setCursor(index);
    announce(spokenPosition(chart, index, locale));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = at === null ? stops.length - 1 : stops.indexOf(at);
    const next = nextPlace(event.key, place, stops.length);
    if (next !== null) moveTo(stops[next]);
    else if (event.key === "Escape" && at !== null) setCursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || plot === null) return;
    setCursor(nearestStop(chart, plot, stops, clientX - box.left, clientY - box.top));
  };
  return (
    <div
      ref={frame}
      class="chart-plot"
      role="application"
      aria-roledescription={t("chart")}
      aria-label={chart.title}
      aria-describedby={`${id}-help`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible")) moveTo(at ?? stops.at(-1));
      }}
      onBlur={() => setCursor(null)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setCursor(null)}
    >
      <p id={`${id}-help`} class="visually-hidden">
        {t("The arrow keys move over the values, Home and End to the first and last.")}
      </p>
      {plot !== null && (
        <ChartSvg chart={chart} plot={plot} locale={locale} id={id}>
          {at !== null && <Cursor chart={chart} plot={plot} index={at} />}
        </ChartSvg>
      )}
      {plot !== null && at !== null && <Tip chart={chart} plot={plot} index={at} locale={locale} />}
    </div>
  );
}

/** Returns the place that a key moves to; null for other keys. */
function nextPlace(key: string, place: number, count: number): number | null {
  const clamp = (to: number): number => Math.max(0, Math.min(count - 1, to));
  switch (key) {
    case "ArrowLeft":
      return clamp(place - 1);
    case "ArrowRight":
      return clamp(place + 1);
    case "PageUp":
      return clamp(place - PAGE_STEP);
    case "PageDown":
      return clamp(place + PAGE_STEP);
    case "Home":
      return 0;
    case "End":
      return clamp(count - 1);
    default:
      return null;
  }
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
      {chart.series.toReversed().map((series) => {
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

/** Returns the width of an element, also after it changes; 0 before the first layout. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const observed = element.current;
    const measure = (): void => setWidth(Math.floor(observed.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
