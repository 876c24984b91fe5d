// Names of the series with their strokes and fills.
import { useId } from "preact/hooks";
import { dashOf } from "./ChartSvg.tsx";
import type { AnyChart, Series } from "../data/model.ts";
import { fillId, PatternDefs } from "./Patterns.tsx";
import { rangesLegend } from "./RangesSvg.tsx";
import { dotPath } from "./shapes.ts";

export const swatchSize = { width: 24, height: 12 };

/** Returns what the legend of a chart lists. */
export function legendOf(chart: AnyChart): readonly Series[] {
  if (chart.kind === "ranges") return rangesLegend(chart);
  const { series, marks, diagonal } = chart;
  const look = { tone: "muted", values: [] } as const;
  return [
    ...series,
    ...(marks === undefined || marks.list.length === 0 ? [] : [{ ...look, kind: "dots", key: "marks", name: marks.name, shape: "triangle" } as const]),
    ...(diagonal === undefined ? [] : [{ ...look, kind: "line", key: "diagonal", name: diagonal, dash: "dashed" } as const]),
  ];
}

export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul class="chart-legend">
      {series.map((one) => (
        <li key={one.key}>
          <Swatch series={one} />
          {one.name}
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ series }: { series: Series }) {
  return (
    <svg class="chart-swatch" {...swatchSize} aria-hidden="true">
      <SwatchShape series={series} id={useId()} />
    </svg>
  );
}

/** The shapes of a swatch, for a parent SVG. */
export function SwatchShape({ series, id }: { series: Series; id: string }) {
  const { width, height } = swatchSize;
  const tone = `tone-${series.tone}`;
  const box = { x: 0.5, y: 0.5, width: width - 1, height: height - 1 };
  switch (series.kind) {
    case "line":
      return <path class={`chart-line ${tone}`} d={`M1 ${height / 2}H${width - 1}`} stroke-dasharray={dashOf(series)} />;
    case "band":
      return <rect class={`chart-band ${tone}`} {...box} />;
    case "dots":
      return <path class={`chart-dot ${tone}`} d={dotPath(series.shape)} transform={`translate(${width / 2} ${height / 2})`} />;
    case "area":
    case "bars":
      return (
        <>
          <PatternDefs id={id} series={[series]} />
          <rect class={`${series.kind === "bars" ? "chart-bar" : "chart-area"} ${tone}`} {...box} />
          {series.pattern !== "plain" && <rect fill={`url(#${fillId(id, series.key)})`} {...box} />}
        </>
      );
  }
}
