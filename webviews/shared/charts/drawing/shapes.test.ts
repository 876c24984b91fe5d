import { expect, it } from "vitest";
import { stackOf } from "../data/stack.ts";
import type { Chart } from "../data/model.ts";
import { firstDay, sampleChart } from "../testing/sampleChart.ts";
import { bandPath, barBoxes, centerOf, linePath, lonePoints, spaced } from "./shapes.ts";

const scales = { x: (value: number) => (value - firstDay) * 10, y: (value: number) => 100 - value };
const line = (values: (number | null)[], more = {}) => linePath(sampleChart(), { kind: "line", key: "a", name: "A", tone: "blue", values, ...more }, scales);

it("a position is the middle of its day or week, or its number", () => {
  expect(centerOf(sampleChart(), scales, 2)).toBe(25);
  expect(centerOf(sampleChart({ x: { kind: "days", name: "Week", span: 7 } }), scales, 0)).toBe(35);
  expect(centerOf({ ...sampleChart(), x: { kind: "numbers", name: "" } }, scales, 1)).toBe(10);
});

it("marks that would cover each other are left out", () => {
  expect(spaced([0, 3, 9, 10, 14, 30], 10)).toEqual([0, 10, 30]);
});

it("a line has gaps unless it connects", () => {
  expect(line([1, null, 3])).toBe("M5,99ZM25,97Z");
  expect(line([1, null, 3], { connect: true })).toBe("M5,99L25,97");
  expect(line([1, 3], { step: true })).toBe("M5,99L10,99L10,97L15,97");
});

it("a point without a neighbour is alone, and in a line that connects only the single one", () => {
  const alone = (values: (number | null)[], connect = false) => lonePoints({ kind: "line", key: "a", name: "A", tone: "blue", values, connect });
  expect(alone([1, null, 0, 3, null, 0])).toEqual([0, 5]);
  expect(alone([1, null, 3], true)).toEqual([]);
  expect(alone([null, 0, null], true)).toEqual([1]);
});

it("a band runs straight through positions without values", () => {
  const chart = sampleChart();
  const [, band] = chart.series;
  expect(band?.kind === "band" && bandPath(chart, band, scales)).toBe("M45,91L55,93L65,94L95,100L95,100L65,100L55,96L45,91Z");
});

it("bars are stacked, and empty ones are not drawn", () => {
  const bars = (key: string, values: number[]) => ({ kind: "bars", key, name: key, tone: "blue", pattern: "plain", values }) as const;
  const chart: Chart = sampleChart({ positions: [firstDay, firstDay + 1], series: [bars("a", [10, 0]), bars("b", [5, 7])] });
  const boxes = stackOf(chart, "bars").map((layer) => barBoxes(chart, layer, scales));
  expect(boxes).toEqual([
    [{ x: 1, y: 90, width: 8, height: 10 }],
    [
      { x: 1, y: 85, width: 8, height: 5 },
      { x: 11, y: 93, width: 8, height: 7 },
    ],
  ]);
});
