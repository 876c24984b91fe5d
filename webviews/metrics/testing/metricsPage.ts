// The page in a test, with helpers to inspect it.
import { page } from "vitest/browser";
import "@vscode/codicons/dist/codicon.css";
import "../../shared/theme/base.css";
import "../metrics.css";
import { applyTheme } from "../../shared/testing/theme.ts";
import type { Theme } from "../../shared/testing/theme.ts";
import { mountMetrics } from "../page.tsx";
import { fakeMetrics } from "./fakeMetrics.ts";
import type { FakeMetrics, FakeMetricsOptions } from "./fakeMetrics.ts";

export interface MetricsTestPage extends FakeMetrics {
  /** Removes the page and mounts it again with its persisted state, as a reload of the window does. */
  reload(): MetricsTestPage;
  close(): void;
}

export async function openMetrics(options: FakeMetricsOptions = {}, theme: Theme = "dark"): Promise<MetricsTestPage> {
  await page.viewport(1300, 800);
  applyTheme(theme);
  const root = document.createElement("main");
  root.id = "root";
  document.body.append(root);
  const mount = (given: FakeMetricsOptions): MetricsTestPage => {
    const metrics = fakeMetrics(given);
    const unmount = mountMetrics(root, metrics.host);
    return {
      ...metrics,
      reload: () => {
        unmount();
        return mount({ ...given, kept: metrics.host.persisted() });
      },
      close: () => {
        unmount();
        root.remove();
        document.querySelectorAll("body > [role=status]").forEach((element) => element.remove());
      },
    };
  };
  return mount(options);
}

/** The keys under which the page remembers the charts that are open. */
export const allOpen = ["forecast", "milestones", "burnup", "flow", "effort", "earned-value", "cycle", "session-days", "session-hours"];

/** Returns the titles of all charts that are drawn. */
export function drawnCharts(): string[] {
  return [...document.querySelectorAll(".chart:has(.chart-svg)")].map((chart) => chart.getAttribute("aria-label") ?? "");
}
