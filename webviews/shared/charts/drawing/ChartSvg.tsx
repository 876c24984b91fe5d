// Draws a chart as SVG, with classes and attributes only. Used on the page and for pictures.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { memo } from "../../memo.ts";
import type { Chart, Dash, DotSeries, LineSeries, Series } from "../data/model.ts";
import { fillId, PatternDefs } from "./Patterns.tsx";
import { axisNameLeft, endLabelGap, middleOfToday } from "./scales.ts";
import type { Plot } from "./scales.ts";
import { areaPath, bandPath, barBoxes, centerOf, dotPath, linePath, lonePoints, spaced } from "./shapes.ts";
import { stackOf } from "../data/stack.ts";

interface ChartSvgProps {
  chart: Chart;
  plot: Plot;
  /** Unique on the page; prefix of the patterns' IDs. */
  id: string;
  /** Drawn over the chart, such as the cursor. */
  children?: ComponentChildren;
}

export function ChartSvg({ chart, plot, id, children }: ChartSvgProps) {
  return (
    <svg class="chart-svg" width={plot.width} height={plot.height} viewBox={`0 0 ${plot.width} ${plot.height}`} aria-hidden="true">
      <Drawing chart={chart} plot={plot} id={id} />
      {children}
    </svg>
  );
}

/** Everything but what moves with the pointer. */
const Drawing = memo(({ chart, plot, id }: Omit<ChartSvgProps, "children">) => {
  return (
    <>
      <PatternDefs id={id} series={chart.series} />
      <Axes chart={chart} plot={plot} />
      <Marks chart={chart} plot={plot} />
      {/* The first series is on top. */}
      {chart.series.toReversed().map((series) => (
        <Shape key={series.key} chart={chart} series={series} plot={plot} id={id} />
      ))}
      <Rules chart={chart} plot={plot} />
      {plot.endLabels.map(({ key, tone, y, text }) => (
        <text key={key} class={`chart-text end-label tone-${tone}`} x={plot.right + endLabelGap} y={y} dy="0.32em">
          {text}
        </text>
      ))}
    </>
  );
});

function Axes({ chart: { y: axis }, plot }: { chart: Chart; plot: Plot }) {
  const { left, right, top, bottom, xTicks, yTicks } = plot;
  return (
    <g>
      {yTicks.map(({ at, text }) => (
        <g key={text}>
          <path class="chart-grid" d={`M${left} ${at}H${right}`} />
          <text class="chart-text muted" x={left - 6} y={at} dy="0.32em" text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      <path class="chart-axis" d={`M${left} ${bottom}H${right}`} />
      {xTicks.map(({ at, text }) => (
        <g key={at}>
          <path class="chart-axis" d={`M${at} ${bottom}v4`} />
          <text class="chart-text muted" x={at} y={bottom + 16} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text class="chart-text muted" x={axisNameLeft} y={top - 12}>
        {axis.name}
      </text>
    </g>
  );
}

const markWidth = 8;

/** Days of marks, and today. Of marks that would cover each other, the first is drawn; the cursor names all. */
function Marks({ chart, plot }: { chart: Chart; plot: Plot }) {
  const { x, top, bottom } = plot;
  const { today, diagonal, marks } = chart;
  const centers = spaced((marks?.list ?? []).map(({ at }) => x(at + 0.5)), markWidth + 2);
  return (
    <g>
      {centers.map((center) => (
        <path key={center} class="chart-mark" d={`M${center - markWidth / 2} ${bottom}l${markWidth / 2} -7l${markWidth / 2} 7z`} />
      ))}
      {today !== undefined && (
        <>
          <path class="chart-today" d={`M${x(today + 0.5)} ${top - 4}V${bottom}`} />
          <text class="chart-text today" x={middleOfToday(t("Today"), x(today + 0.5), chart, plot)} y={top - 10} text-anchor="middle">
            {t("Today")}
          </text>
        </>
      )}
      {diagonal !== undefined && <path class="chart-rule" d={diagonalPath(plot)} />}
    </g>
  );
}

/** The line on which both axes have the same value, within the plot. */
function diagonalPath({ x, y, right, top }: Plot): string {
  const value = Math.min((right - x(0)) / (x(1) - x(0)), (y(0) - top) / (y(0) - y(1)));
  return `M${x(0)} ${y(0)}L${x(value)} ${y(value)}`;
}

function Rules({ chart: { rules = [] }, plot }: { chart: Chart; plot: Plot }) {
  return (
    <g>
      {rules.map((rule) => (
        <path key={rule.name} class="chart-rule" d={`M${plot.left} ${plot.y(rule.value)}H${plot.right}`} />
      ))}
    </g>
  );
}

const dashes: Record<Dash, string | undefined> = { solid: undefined, dashed: "7 4", dotted: "1.5 4", dashdot: "9 3 2 3" };

export function dashOf(series: Series): string | undefined {
  return series.kind === "line" ? dashes[series.dash ?? "solid"] : undefined;
}

function Shape({ chart, series, plot, id }: { chart: Chart; series: Series; plot: Plot; id: string }) {
  const tone = `tone-${series.tone}`;
  switch (series.kind) {
    case "line":
      return (
        <g>
          <path class={`chart-line ${tone}`} d={linePath(chart, series, plot)} stroke-dasharray={dashOf(series)} />
          {lonePoints(series).map((index) => (
            <path key={index} class={`chart-dot ${tone}`} d={dotPath("circle")} transform={placeOf(chart, series, plot, index)} />
          ))}
        </g>
      );
    case "band":
      return <path class={`chart-band ${tone}`} d={bandPath(chart, series, plot)} />;
    case "dots":
      return <Dots chart={chart} series={series} plot={plot} />;
    case "area": {
      const layer = stackOf(chart, "area").find((other) => other.series.key === series.key);
      const d = layer === undefined ? "" : areaPath(chart, layer, plot);
      return (
        <g>
          <path class={`chart-area ${tone}`} d={d} />
          {series.pattern !== "plain" && <path fill={`url(#${fillId(id, series.key)})`} d={d} />}
        </g>
      );
    }
    case "bars": {
      const layer = stackOf(chart, "bars").find((other) => other.series.key === series.key);
      const boxes = layer === undefined ? [] : barBoxes(chart, layer, plot);
      return (
        <g>
          {boxes.map((box) => (
            <g key={box.x}>
              <rect class={`chart-bar ${tone}`} {...box} />
              {series.pattern !== "plain" && <rect fill={`url(#${fillId(id, series.key)})`} {...box} />}
            </g>
          ))}
        </g>
      );
    }
  }
}

function placeOf(chart: Chart, { values }: DotSeries | LineSeries, plot: Plot, index: number): string {
  return `translate(${centerOf(chart, plot, index)} ${plot.y(values[index] ?? 0)})`;
}

function Dots({ chart, series, plot }: { chart: Chart; series: DotSeries; plot: Plot }) {
  const d = dotPath(series.shape);
  return (
    <g>
      {series.values.map((value, index) =>
        value === null ? null : <path key={index} class={`chart-dot tone-${series.tone}`} d={d} transform={placeOf(chart, series, plot, index)} />,
      )}
    </g>
  );
}
