// A chart with its title, legend and tools: as a table, copied as CSV, saved as a picture.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { Button } from "../components/Button.tsx";
import { Icon } from "../components/Icons.tsx";
import { Menu } from "../components/Menu.tsx";
import { pngOf } from "../picture/raster.ts";
import { useProgressiveCount } from "../progressiveRender.ts";
import { ChartPlot } from "./ChartPlot.tsx";
import { Legend, legendOf } from "./drawing/Legend.tsx";
import { hasValues } from "./data/model.ts";
import type { AnyChart } from "./data/model.ts";
import { pictureOf } from "./picture.tsx";
import { RangesPlot } from "./RangesPlot.tsx";
import { csvOf, headings, rowCount, rowTexts } from "./data/table.ts";

export type ChartFile = { format: "svg"; text: string } | { format: "png"; base64: string };

/** What the host does for a chart. */
interface ChartActions {
  copy(text: string): void;
  save(name: string, file: ChartFile): void;
  warn(text: string): void;
}

interface ChartCardProps {
  chart: AnyChart;
  locale: string;
  actions: ChartActions;
  /** Shown instead of the plot if there is nothing to draw. */
  empty: string;
  /** Why there are few values; null if there are enough. */
  notice: string | null;
  /** The last line of its pictures, such as the source of the values. */
  note: string;
  /** Whether the page shows the note as well. */
  showsNote: boolean;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** Folds and unfolds the chart; absent if it is always open. */
  fold?: { isFolded: boolean; toggle: () => void } | undefined;
  /** Text above the plot. */
  children?: ComponentChildren;
}

export function ChartCard({ chart, locale, actions, empty, notice, note, showsNote, isTable, onTable, fold, children }: ChartCardProps) {
  const isDrawn = hasValues(chart);
  const isFolded = fold?.isFolded === true;
  const draw = () => pictureOf(chart, note, locale);
  const savePng = async (): Promise<void> => {
    try {
      actions.save(chart.title, { format: "png", base64: await pngOf(draw()) });
    } catch {
      actions.warn(t("The chart could not be drawn as PNG. Save it as SVG instead."));
    }
  };
  return (
    <article class="chart" aria-label={chart.title}>
      <header>
        <h2>
          {fold === undefined ? (
            chart.title
          ) : (
            <button type="button" class="chart-fold" aria-expanded={!isFolded} onClick={fold.toggle}>
              <Icon name={isFolded ? "chevron-right" : "chevron-down"} />
              {chart.title}
            </button>
          )}
        </h2>
        {isDrawn && !isFolded && (
          <>
            <Button icon="table" label={t("{0}: show as table", chart.title)} pressed={isTable} onClick={() => onTable(!isTable)} />
            <Menu
              label={t("{0}: copy or save", chart.title)}
              picture={<Icon name="ellipsis" />}
              items={[
                { key: "copy", label: t("Copy as CSV"), choose: () => actions.copy(csvOf(chart)) },
                { key: "svg", label: t("Save as SVG…"), apart: true, choose: () => actions.save(chart.title, { format: "svg", text: draw().svg }) },
                { key: "png", label: t("Save as PNG…"), choose: () => void savePng() },
              ]}
            />
          </>
        )}
      </header>
      {!isFolded && (
        <>
          {children}
          {isDrawn ? (
            <>
              {notice !== null && (
                <p class="chart-notice">
                  <Icon name="info" /> {notice}
                </p>
              )}
              {isTable && <ChartTable chart={chart} locale={locale} />}
              {!isTable && <Legend series={legendOf(chart)} />}
              {!isTable && chart.kind === "series" && <ChartPlot chart={chart} locale={locale} />}
              {!isTable && chart.kind === "ranges" && <RangesPlot ranges={chart} locale={locale} />}
            </>
          ) : (
            <p class="chart-empty">{empty}</p>
          )}
          {showsNote && <p class="chart-note">{note}</p>}
        </>
      )}
    </article>
  );
}

/** The values of a chart as a table. */
function ChartTable({ chart, locale }: { chart: AnyChart; locale: string }) {
  const shown = useProgressiveCount(rowCount(chart));
  return (
    <div class="chart-table" role="region" aria-label={chart.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headings(chart).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: shown }, (_, index) => {
            const [head, ...cells] = rowTexts(chart, index, locale);
            return (
              <tr key={index}>
                <th scope="row">{head}</th>
                {cells.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
