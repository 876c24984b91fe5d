import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { findings } from "../../shared/testing/accessibility.ts";
import { allThemes, applyTheme } from "../../shared/testing/theme.ts";
import { demoProject, tideAtlas } from "../testing/demo.ts";
import { openDashboard } from "../testing/openDashboard.ts";
import type { DashboardTestPage } from "../testing/openDashboard.ts";

let dashboard: DashboardTestPage;
afterEach(() => dashboard.close());

describe("axe finds nothing in any theme", () => {
  it.each([1300, 700, 320])("at a width of %d px", async (width) => {
    dashboard = await openDashboard({ hasOthers: true }, width);
    await expect.element(page.getByText("981 h of 1,200 h used")).toBeInTheDocument();
    expect(await findings()).toEqual([]);
    for (const theme of allThemes) {
      applyTheme(theme);
      expect(document.querySelector(".dashboard")?.scrollWidth, `in ${theme}`).toBeLessThanOrEqual(width);
    }
  });

  it("on the example, in Japanese names", async () => {
    dashboard = await openDashboard({ project: tideAtlas.project, dashboard: tideAtlas.dashboard, past: () => tideAtlas.past });
    await expect.element(page.getByText("11.5 h of 320 h used")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("without tasks", async () => {
    dashboard = await openDashboard({ project: { ...demoProject, total: 0 }, readOnly: "untrusted" });
    await expect.element(page.getByText("No tasks yet")).toBeVisible();
    expect(await findings()).toEqual([]);
  });
});
