// The metrics with the engine: figures follow the files, and charts are grouped.
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import "../../../webviews/metrics/metrics.css";
import { mountMetrics } from "../../../webviews/metrics/page.tsx";
import { writePast } from "../e2e/pages/pastFiles.ts";
import { until } from "../harness/until.ts";
import { Extension, shown } from "./enginePage.ts";

let extension: Extension;
afterEach(() => extension.close());

const chart = (name: string) => page.getByRole("article", { name, exact: true });

async function chartIsDrawn(name: string): Promise<void> {
  await until(`${name} to be drawn`, () => chart(name).query()?.querySelector(".chart-svg") != null);
}

test("figures follow the files", async () => {
  extension = await Extension.start();
  await extension.show("handoff.showMetrics", mountMetrics);
  await chartIsDrawn("Burndown");
  const completion = () => [...document.querySelectorAll<HTMLElement>(".figure")].find(({ innerText }) => innerText.includes("Completion by count"))?.innerText;
  const before = completion();
  expect(before).toMatch(/\d/u);
  const task = ".handoff/tasks/t3-alerts/t3.1-threshold-rules/_task";
  const text = extension.read(`${task}.in_progress.json`);
  extension.remove(`${task}.in_progress.json`);
  extension.write(`${task}.done.json`, text);
  await until("the figure to change", () => completion() !== before);
});

test("a forecast is shown, and charts are grouped by person", async () => {
  extension = await Extension.start({ prepare: writePast });
  await extension.show("handoff.showMetrics", mountMetrics);
  await chartIsDrawn("Velocity");
  await shown(chart("Burndown").getByText(/^Possible by .*, likely by/u));
  await page.getByRole("button", { name: "Group by: None" }).click();
  await page.getByRole("menuitemradio", { name: "Assignee", exact: true }).click();
  expect((await shown(chart("Velocity").getByText("Maya Ito"))).checkVisibility()).toBe(true);
});
