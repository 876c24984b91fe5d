// A chart as a picture for print: drawn outside of the visible page with the colors of print.css,
// then written as SVG with all styles as attributes.
import { render } from "preact";
import type { VNode } from "preact";
import { widthOf } from "../picture/svgText.ts";
import type { Picture } from "../picture/raster.ts";
import { ChartSvg } from "./drawing/ChartSvg.tsx";
import { legendOf, SwatchShape, swatchSize } from "./drawing/Legend.tsx";
import { hasValues } from "./data/model.ts";
import type { AnyChart } from "./data/model.ts";
import { RangesSvg, rangesPlotOf } from "./drawing/RangesSvg.tsx";
import { plotOf } from "./drawing/scales.ts";

const size = { width: 960, height: 400 };
const margin = 16;
const legendLine = 20;

/** Returns the picture; `note` is its last line. */
export function pictureOf(chart: AnyChart, note: string, locale: string): Picture {
  const box = document.createElement("div");
  box.className = "chart-picture";
  box.setAttribute("aria-hidden", "true");
  document.body.append(box);
  try {
    const { top, entries } = placeLegend(chart);
    const body = drawBody(chart, locale);
    const [width, height] = [size.width + 2 * margin, top + body.height + 2 * margin + legendLine];
    render(
      <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <title>{chart.title}</title>
        <rect class="chart-page" width={width} height={height} />
        <text class="chart-text heading" x={margin} y={margin + 14}>
          {chart.title}
        </text>
        {entries.map(({ series, x, y }, index) => (
          <g key={series.key} transform={`translate(${x} ${y})`}>
            <SwatchShape series={series} id={`swatch-${index}`} />
            <text class="chart-text" x={swatchSize.width + 6} y={10}>
              {series.name}
            </text>
          </g>
        ))}
        <g transform={`translate(${margin} ${top})`}>{body.svg}</g>
        <text class="chart-text muted" x={margin} y={height - margin}>
          {note}
        </text>
      </svg>,
      box,
    );
    const svg = box.firstElementChild;
    if (svg === null || !hasValues(chart)) throw new Error("There is nothing to draw.");
    writeStyles(svg);
    return { svg: `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`, width, height };
  } finally {
    render(null, box);
    box.remove();
  }
}

function drawBody(chart: AnyChart, locale: string): { svg: VNode; height: number } {
  if (chart.kind === "series") {
    const plot = plotOf(chart, size, locale);
    return { svg: <ChartSvg chart={chart} plot={plot} id="chart" />, height: plot.height };
  }
  const plot = rangesPlotOf(chart, size.width, locale);
  return { svg: <RangesSvg ranges={chart} plot={plot} locale={locale} at={null} />, height: plot.height };
}

/** Places the entries of the legend in lines below the title. */
function placeLegend(chart: AnyChart) {
  let [x, y] = [margin, margin + 26];
  const entries = legendOf(chart).map((one) => {
    const width = swatchSize.width + 6 + widthOf(one.name, 12) + 18;
    if (x > margin && x + width > size.width) [x, y] = [margin, y + legendLine];
    const entry = { series: one, x, y };
    x += width;
    return entry;
  });
  return { entries, top: y + legendLine + 4 };
}

const properties = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
];

function writeStyles(svg: Element): void {
  for (const element of svg.querySelectorAll("path, rect, circle, text")) {
    const style = getComputedStyle(element);
    for (const name of properties) {
      const value = style.getPropertyValue(name);
      // A hatching is an attribute already; its computed form is a URL of the page.
      if (value !== "" && !value.startsWith("url(")) element.setAttribute(name, value);
    }
    element.removeAttribute("class");
  }
  for (const element of svg.querySelectorAll("[class]")) element.removeAttribute("class");
}
