// Stacked areas and bars. Pure.
import type { Chart, StackSeries } from "./model.ts";

export interface Layer {
  series: StackSeries;
  /** Lower and upper value at each position. */
  spans: [low: number, high: number][];
}

/** Returns the layers of one kind, from the bottom up. */
export function stackOf({ series, positions }: Pick<Chart, "series" | "positions">, kind: StackSeries["kind"]): Layer[] {
  const tops = positions.map(() => 0);
  const members = series.filter((one): one is StackSeries => one.kind === kind);
  return members.map((one) => ({
    series: one,
    spans: positions.map((_, index) => {
      const low = tops[index] ?? 0;
      const high = low + (one.values[index] ?? 0);
      tops[index] = high;
      return [low, high];
    }),
  }));
}
