import { expect, it } from "vitest";
import { firstDay, sampleChart, sampleRanges } from "../testing/sampleChart.ts";
import cases from "../../../../tests/spreadsheetTexts.json" with { type: "json" };
import { csvOf, headings, rowTexts, spreadsheetText } from "./table.ts";

it("writes every value as CSV, with ISO dates and empty cells for gaps", () => {
  const lines = csvOf(sampleChart()).split("\r\n");
  expect(lines.slice(0, 2)).toEqual(['"Day","Remaining","Forecast, from","Forecast, to"', "2026-11-20,20,,"]);
  expect(lines[4]).toBe("2026-11-23,12.5,,");
  expect(lines[6]).toBe("2026-11-25,,4,7");
  expect(lines.length).toBe(12);
});

it("quotes texts and escapes formulas", () => {
  const chart = sampleChart({
    x: { kind: "numbers", name: "Estimate" },
    positions: [1.255, 3],
    labels: ['t1 "A", B', "=SUM(A1)"],
    series: [{ kind: "dots", key: "tasks", name: "＋Actual", tone: "blue", shape: "circle", values: [2, 1 / 3] }],
  });
  expect(csvOf(chart)).toBe(`"Estimate","Name","'＋Actual"\r\n1.255,"t1 ""A"", B",2\r\n3,"'=SUM(A1)",0.33\r\n`);
});

it.each(cases.escaped)("escapes %j as the engine does", (text) => {
  expect(spreadsheetText(text)).toBe(`'${text}`);
});

it.each(cases.plain)("leaves %j as it is", (text) => {
  expect(spreadsheetText(text)).toBe(text);
});

it("writes ranges with their days and details", () => {
  expect(csvOf(sampleRanges).split("\r\n")).toEqual([
    `"Milestone","Date","'50%","'85%","Done"`,
    '"Alpha","2026-11-25","2026-11-23","2026-11-29","3 of 8 tasks"',
    `"'=Beta ""B""","","","","0 of 2 tasks"`,
    "",
  ]);
});

it("shows rows in the user's language", () => {
  expect(rowTexts(sampleChart(), 3, "de")).toEqual(["Mo., 23. Nov. 2026", "12,5", "", ""]);
  const weeks = sampleChart({ x: { kind: "days", name: "Week", span: 7 }, positions: [firstDay], series: [] });
  expect(rowTexts(weeks, 0, "en-GB").join()).toMatch(/^20\s*–\s*26 Nov 2026$/u);
  expect(rowTexts(sampleRanges, 1, "en-GB")).toEqual(['=Beta "B"', "", "", "", "0 of 2 tasks"]);
  expect(headings({ ...sampleRanges, target: null })).toEqual(["Milestone", "50%", "85%", "Done"]);
});
