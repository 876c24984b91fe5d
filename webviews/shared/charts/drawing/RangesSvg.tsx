// Draws ranges of days as SVG: a row for each, with the day to compare with as a diamond.
import { t } from "@vscode/l10n";
import { extent, max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { truncateText, widthOf } from "../../picture/svgText.ts";
import type { RangeRow, Ranges, Series } from "../data/model.ts";
import { shortDay } from "../../text/dates.ts";
import { dateOf } from "../../time/days.ts";
import { dayTicks } from "./scales.ts";
import { dotPath } from "./shapes.ts";

export const rowHeight = 28;
const margin = { top: 22, bottom: 22 };
/** Before and after the label of a row. */
const labelGap = 8;
/** In square pixels. */
const TARGET_AREA = 90;

export interface RangesPlot {
  width: number;
  height: number;
  left: number;
  right: number;
  x: (day: number) => number;
  ticks: { at: number; text: string }[];
}

export function rangesPlotOf(ranges: Ranges, width: number, locale: string): RangesPlot {
  const { rows, today } = ranges;
  const names = max(rows, ({ name }) => widthOf(name, 12)) ?? 0;
  const left = Math.min(names + 16, width * 0.35);
  const labels = max(rows, (row) => widthOf(labelOf(row, ranges, locale), 12)) ?? 0;
  const right = Math.max(left + 1, width - labels - 2 * labelGap);
  const days = rows.flatMap(({ days: range, target }) => [...(range ?? []), target].filter((day) => day != null));
  const [from = today, to = today] = extent([...days, today]);
  const x = scaleLinear([from - 1, Math.max(to + 2, from + 7)], [left, right]);
  return { width, height: margin.top + rows.length * rowHeight + margin.bottom, left, right, x, ticks: dayTicks(x, locale) };
}

/** Names the later day of a range, such as "85%: 24 Nov". */
function labelOf({ days }: RangeRow, { days: names, today }: Ranges, locale: string): string {
  const day = days?.[1];
  return day === undefined ? "" : t("{0}: {1}", names[1] ?? "", shortDay(dateOf(day), dateOf(today), locale));
}

/** Returns the middle of a row. */
function rowCenter(index: number): number {
  return margin.top + (index + 0.5) * rowHeight;
}

/** Returns the row at a height; clamped to the first and the last. */
export function rowAt(y: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((y - margin.top) / rowHeight)));
}

interface RangesSvgProps {
  ranges: Ranges;
  plot: RangesPlot;
  locale: string;
  /** Row with the cursor. */
  at: number | null;
}

export function RangesSvg({ ranges, plot, locale, at }: RangesSvgProps) {
  const { width, height, left, right, x, ticks } = plot;
  const bottom = height - margin.bottom;
  return (
    <svg class="chart-svg" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {at !== null && <rect class="range-cursor" x={0} y={rowCenter(at) - rowHeight / 2} width={width} height={rowHeight} />}
      {ticks.map(({ at: tick, text }) => (
        <g key={tick}>
          <path class="chart-grid" d={`M${tick} ${margin.top}V${bottom}`} />
          <text class="chart-text muted" x={tick} y={bottom + 16} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      <path class="chart-axis" d={`M${left} ${bottom}H${right}`} />
      <path class="chart-today" d={`M${x(ranges.today + 0.5)} ${margin.top - 4}V${bottom}`} />
      <text class="chart-text today" x={x(ranges.today + 0.5)} y={margin.top - 10} text-anchor="middle">
        {t("Today")}
      </text>
      {ranges.rows.map((row, index) => (
        <Row key={row.key} row={row} label={labelOf(row, ranges, locale)} y={rowCenter(index)} plot={plot} />
      ))}
    </svg>
  );
}

interface RowProps {
  row: RangeRow;
  label: string;
  y: number;
  plot: RangesPlot;
}

function Row({ row, label, y, plot }: RowProps) {
  const { x, left } = plot;
  const { name, days, target } = row;
  const end = Math.max(days?.at(-1) ?? -Infinity, target ?? -Infinity);
  return (
    <g>
      <text class="chart-text" x={4} y={y} dy="0.35em">
        {truncateText(name, left - 12, 12)}
      </text>
      {days !== null && <rect class="chart-bar tone-blue" x={x(days[0])} y={y - 6} width={Math.max(2, x(days[1] + 1) - x(days[0]))} height={12} />}
      {days?.[2] !== undefined && <path class="chart-line tone-blue" d={`M${x(days[1] + 1)} ${y}H${x(days[2] + 1)}M${x(days[2] + 1)} ${y - 5}v10`} />}
      {target !== null && <path class="range-target" d={dotPath("diamond", TARGET_AREA)} transform={`translate(${x(target + 0.5)} ${y})`} />}
      {Number.isFinite(end) && (
        <text class="chart-text muted" x={x(end + 1) + labelGap} y={y} dy="0.35em">
          {label}
        </text>
      )}
    </g>
  );
}

/** Returns the legend of ranges, as series with the same look. */
export function rangesLegend({ days: [low = "", high = "", later], target }: Ranges): Series[] {
  return [
    { kind: "bars", key: "range", name: t("{0} to {1}", low, high), tone: "blue", pattern: "plain", values: [] },
    ...(later === undefined ? [] : [{ kind: "line", key: "later", name: t("{0} to {1}", high, later), tone: "blue", values: [] } as const]),
    ...(target === null ? [] : [{ kind: "dots", key: "target", name: target, tone: "muted", shape: "diamond", values: [] } as const]),
  ];
}
