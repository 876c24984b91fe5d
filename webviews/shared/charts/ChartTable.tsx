// The values of a chart as a table.
import { useProgressiveCount } from "../progressiveRender.ts";
import type { Chart } from "./model.ts";
import { headings, rowTexts } from "./table.ts";

export function ChartTable({ chart, locale }: { chart: Chart; locale: string }) {
  const shown = useProgressiveCount(chart.positions.length);
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
          {chart.positions.slice(0, shown).map((_, index) => {
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
