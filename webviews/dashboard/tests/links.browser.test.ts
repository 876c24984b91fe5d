// The links to the other pages take one row, in any language.
import { page } from "vitest/browser";
import { afterEach, expect, it } from "vitest";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { toolbarRows } from "../../shared/testing/toolbarRows.ts";
import { openDashboard } from "../testing/openDashboard.ts";
import type { DashboardTestPage } from "../testing/openDashboard.ts";

let dashboard: DashboardTestPage;
afterEach(() => dashboard.close());

const links = () => [...document.querySelectorAll(".page-row > .button")].filter((link) => link.checkVisibility());
const names = () => [...document.querySelectorAll(".page-name")].filter((name) => name.checkVisibility());

it.each([
  ["in English", {}],
  ["in Japanese", { locale: "ja", strings: japanese }],
  ["in Japanese, with a link to the other projects", { locale: "ja", strings: japanese, hasOthers: true }],
])("nothing is cut off or wraps %s", async (_, options) => {
  dashboard = await openDashboard(options);
  await expect.poll(() => links().length).toBe(9);
  for (const width of [1400, 1100, 960, 924, 900, 700, 420]) {
    await page.viewport(width, 800);
    await expect.poll(() => toolbarRows(".head-links"), { message: `at ${width} pixels` }).toEqual({ rows: 1, fits: true });
  }
});

it("names give way to icons with tooltips, and return as soon as there is room", async () => {
  dashboard = await openDashboard({ locale: "ja", strings: japanese });
  await expect.poll(() => names().length).toBe(9);
  await page.viewport(924, 800);
  await expect.poll(() => names().length).toBe(0);
  expect(links().map((link) => link.getAttribute("title"))).toContain("設定");
  await page.viewport(1300, 800);
  await expect.poll(() => names().length).toBe(9);
});
