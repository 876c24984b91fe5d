import axe from "axe-core";
import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { allThemes } from "../../shared/testing/theme.ts";
import { demoProject, tideAtlas } from "../testing/demo.ts";
import { openDashboard } from "../testing/openDashboard.ts";
import type { DashboardTestPage } from "../testing/openDashboard.ts";

let dashboard: DashboardTestPage;
afterEach(() => dashboard.close());

async function findings(): Promise<string[]> {
  const { violations } = await axe.run();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ""}`));
}

describe.each(allThemes)("axe finds nothing in %s", (theme) => {
  it.each([1300, 700, 320])("at a width of %d px", async (width) => {
    dashboard = await openDashboard({ hasOthers: true }, theme, width);
    await expect.element(page.getByText("981 h of 1,200 h used")).toBeInTheDocument();
    expect(await findings()).toEqual([]);
    expect(document.querySelector(".dashboard")?.scrollWidth).toBeLessThanOrEqual(width);
  });

  it("on the example, in Japanese names", async () => {
    dashboard = await openDashboard({ project: tideAtlas.project, dashboard: tideAtlas.dashboard, past: () => tideAtlas.past }, theme);
    await expect.element(page.getByText("11.5 h of 320 h used")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("without tasks", async () => {
    dashboard = await openDashboard({ project: { ...demoProject, total: 0 }, readOnly: "untrusted" }, theme);
    await expect.element(page.getByText("No tasks yet")).toBeVisible();
    expect(await findings()).toEqual([]);
  });
});
