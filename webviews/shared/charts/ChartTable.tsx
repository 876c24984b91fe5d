// The values of a chart as a table.
import { useProgressiveCount } from "../progressiveRender.ts";
import type { AnyChart } from "./data/model.ts";
import { headings, rowCount, rowTexts } from "./data/table.ts";

export function ChartTable({ chart, locale }: { chart: AnyChart; locale: string }) {
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
