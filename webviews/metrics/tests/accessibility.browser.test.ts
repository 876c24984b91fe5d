import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { findings } from "../../shared/testing/accessibility.ts";
import { emptyReport } from "../testing/fakeReports.ts";
import { allOpen, drawnCharts, openMetrics } from "../testing/metricsPage.ts";
import type { MetricsTestPage } from "../testing/metricsPage.ts";

let metrics: MetricsTestPage;
afterEach(() => metrics.close());

describe("axe finds nothing in any theme", () => {
  it("on the charts, with a tip", async () => {
    metrics = await openMetrics({ kept: { open: allOpen, choices: { group: "assignee", range: { kind: "custom" } } } });
    await expect.poll(() => drawnCharts().length).toBe(12);
    document.querySelector<HTMLElement>(".chart-plot")?.focus();
    await expect.poll(() => document.querySelectorAll(".charts-note").length).toBe(1);
    document.querySelectorAll("details").forEach((details) => (details.open = true));
    expect(await findings()).toEqual([]);
  });

  it("on tables and an open list of tasks", async () => {
    metrics = await openMetrics({ kept: { open: allOpen, tables: ["burndown", "milestones"] } });
    await expect.poll(() => document.querySelectorAll(".chart-table").length).toBe(2);
    await page.getByRole("button", { name: "3", exact: true }).click();
    await expect.element(page.getByText("t72 Draw the coast line").first()).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("when empty", async () => {
    metrics = await openMetrics({ kept: { open: allOpen }, report: (name) => emptyReport(name) });
    await expect.poll(() => document.querySelectorAll(".chart-empty").length).toBe(12);
    expect(await findings()).toEqual([]);
  });
});
