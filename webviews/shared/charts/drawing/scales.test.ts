import fc from "fast-check";
import { expect, it } from "vitest";
import { widthOf } from "../../picture/svgText.ts";
import { dayOf } from "../../time/days.ts";
import type { Chart } from "../data/model.ts";
import { firstDay, sampleChart } from "../testing/sampleChart.ts";
import { fontSize, plotOf } from "./scales.ts";

const texts = (chart: Chart, width: number) => plotOf(chart, { width, height: 230 }, "en-GB").xTicks.map(({ text }) => text);
const daysFrom = (date: string, count: number) => Array.from({ length: count }, (_, index) => (dayOf(date) ?? 0) + index);
const bars = (values: number[]): Chart["series"] => [{ kind: "bars", key: "a", name: "A", tone: "green", pattern: "plain", values }];

it.each([
  [10, 900, ["20 Nov", "21 Nov", "22 Nov", "23 Nov", "24 Nov", "25 Nov", "26 Nov", "27 Nov", "28 Nov", "29 Nov"]],
  [30, 400, ["23 Nov", "30 Nov", "7 Dec", "14 Dec"]],
  [180, 500, ["Dec 2026", "Jan 2027", "Feb", "Mar", "Apr", "May"]],
  [800, 500, ["Jan 2027", "Apr", "Jul", "Oct", "Jan 2028", "Apr", "Jul", "Oct", "Jan 2029"]],
  [3000, 300, ["2027", "2029", "2031", "2033", "2035"]],
])("names %i days on %i pixels", (count, width, expected) => {
  const positions = daysFrom("2026-11-20", count);
  expect(texts(sampleChart({ positions, series: bars(positions.map(() => 1)) }), width)).toEqual(expected);
});

it("the name of a day is below its values, that of a longer time at its first day", () => {
  const plot = (count: number) => plotOf(sampleChart({ positions: daysFrom("2026-11-20", count), series: [] }), { width: 900, height: 230 }, "en-GB");
  expect(plot(10).xTicks[0]?.at).toBe(plot(10).x(firstDay + 0.5));
  expect(plot(180).xTicks[0]?.at).toBe(plot(180).x(dayOf("2026-12-01") ?? 0));
});

it("ticks of days never overlap and are never cut at the left", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 160, max: 1600 }), fc.integer({ min: 0, max: 20_000 }), (count, width, from) => {
      const positions = Array.from({ length: count }, (_, index) => from + index);
      const { xTicks } = plotOf(sampleChart({ positions, marks: { name: "", list: [] }, today: from, series: bars([1]) }), { width, height: 230 }, "en-GB");
      const edges = xTicks.map(({ at, text }) => ({ text, from: at - widthOf(text, fontSize) / 2, to: at + widthOf(text, fontSize) / 2 }));
      expect(edges.filter((edge, index) => edge.from < (edges[index - 1]?.to ?? 0))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it("values begin at zero, or at the lowest below it", () => {
  const domain = (values: number[]) => plotOf(sampleChart({ series: [{ kind: "line", key: "a", name: "A", tone: "blue", values }] }), { width: 600, height: 230 }, "en-GB").yTicks.map(({ text }) => text);
  expect(domain([90, 100])[0]).toBe("0");
  expect(domain([-30, 100])[0]).toBe("-50");
  expect(domain([]).length).toBeGreaterThan(1);
});

it("counts have no fractions on their axis", () => {
  const { yTicks } = plotOf(sampleChart({ y: { name: "Tasks", unit: "", whole: true }, series: bars([1, 2]) }), { width: 600, height: 230 }, "en-GB");
  expect(yTicks.map(({ text }) => text)).toEqual(["0", "1", "2"]);
});

it("the highest stack fits", () => {
  const series = [...bars([5, 9]), { kind: "bars", key: "b", name: "B", tone: "blue", pattern: "rising", values: [5, 3] } as const];
  const plot = plotOf(sampleChart({ positions: [firstDay, firstDay + 1], series }), { width: 600, height: 230 }, "en-GB");
  expect(plot.y(12)).toBeGreaterThanOrEqual(plot.top);
  expect(plot.y(0)).toBe(plot.bottom);
});

it("names at the ends of lines have a line each, within the plot", () => {
  const flat = (key: string) => ({ kind: "line", key, name: key, tone: "blue", values: Array.from({ length: 10 }, () => 5) }) as const;
  const plot = plotOf(sampleChart({ series: ["a", "b", "c"].map(flat), rules: [{ name: "85%", value: 5 }] }), { width: 600, height: 230 }, "en-GB");
  const heights = plot.endLabels.map(({ y }) => y);
  expect(plot.endLabels.map(({ text }) => text).toSorted()).toEqual(["85%: 5", "a", "b", "c"]);
  expect(heights.slice(1).every((y, index) => y - (heights[index] ?? 0) >= 13)).toBe(true);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(plot.top);
  expect(Math.max(...heights)).toBeLessThanOrEqual(plot.bottom);
});
