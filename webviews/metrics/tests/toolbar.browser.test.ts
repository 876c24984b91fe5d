// The toolbar takes one row beside the side bar of a window of 1280 pixels.
import { page } from "vitest/browser";
import { afterEach, expect, it } from "vitest";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { toolbarRows } from "../../shared/testing/toolbarRows.ts";
import { openMetrics } from "../testing/metricsPage.ts";
import type { MetricsTestPage } from "../testing/metricsPage.ts";

let metrics: MetricsTestPage;
afterEach(() => metrics.close());

it.each([
  ["in English", "dark", {}],
  ["in English, in high contrast", "highContrast", {}],
  ["in Japanese", "light", { locale: "ja", strings: japanese }],
] as const)("the links to other pages give way before it wraps, %s", async (_, theme, options) => {
  metrics = await openMetrics(options, theme);
  const links = () => [...document.querySelectorAll(".page-row > .button")].filter((link) => link.checkVisibility()).length;
  await expect.poll(links).toBe(9);
  expect(toolbarRows(".metrics-toolbar")).toEqual({ rows: 1, fits: true });
  await page.viewport(920, 800);
  await expect.poll(() => toolbarRows(".metrics-toolbar")).toEqual({ rows: 1, fits: true });
  await page.viewport(640, 800);
  await expect.poll(() => toolbarRows(".metrics-toolbar")).toEqual({ rows: 2, fits: true });
  const [before, filter] = [".page-links", ".filter-bar"].map((part) => document.querySelector(part)?.getBoundingClientRect());
  expect((filter?.left ?? 0) - (before?.right ?? 0)).toBeLessThan(20);
  await page.viewport(480, 800);
  await expect.poll(() => toolbarRows(".metrics-toolbar")).toMatchObject({ fits: true });
});
