import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { findings } from "../../shared/testing/accessibility.ts";
import { openPanels } from "../testing/panelsPage.tsx";
import type { PanelsPage } from "../testing/panelsPage.tsx";
import { fewMoves } from "../testing/fakeView.ts";

let panels: PanelsPage;
afterEach(() => panels.close());

const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("axe finds nothing in any theme", () => {
  it("in the toolbar, with a baseline chosen and its menu open", async () => {
    await page.viewport(1280, 800);
    panels = await openPanels({ kept: { query: { baseline: "baselines/2026-11-02-first.json", filter: { statuses: ["todo"] } } } });
    expect(await findings()).toEqual([]);
    await button("Display").click();
    expect(await findings()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await button("Group and sort").click();
    expect(await findings()).toEqual([]);
  });

  it("in a narrow toolbar, with the filter open", async () => {
    await page.viewport(500, 800);
    panels = await openPanels();
    await button("Filter").click();
    expect(await findings()).toEqual([]);
  });

  it("in a proposal with excluded tasks after a refusal", async () => {
    await page.viewport(1280, 900);
    panels = await openPanels({ refuse: () => "Not now." });
    panels.state.isScheduling.value = true;
    await page.getByRole("checkbox", { name: "Tide curve chart" }).click();
    await page.getByText("2 targets would be missed").click();
    await button("Apply to 3 of 4 tasks").click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("in an empty proposal", async () => {
    panels = await openPanels({ propose: () => ({ ...fewMoves, moves: [] }) });
    panels.state.isScheduling.value = true;
    await expect.element(page.getByText("No dates need to change.")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("at a dependency with an invalid lag", async () => {
    panels = await openPanels();
    panels.state.link.value = { from: "t1.2", to: "t1.3", kind: "startToStart", lag: 2, at: { x: 300, y: 200 } };
    await page.getByLabelText("Lag").fill("soon");
    await userEvent.keyboard("{Enter}");
    expect(await findings()).toEqual([]);
  });

  it("in the table", async () => {
    await page.viewport(1440, 800);
    panels = await openPanels({ kept: { switches: { table: true } } });
    expect(await findings()).toEqual([]);
  });
});
