import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { findings } from "../../shared/testing/accessibility.ts";
import { sampleTimers } from "../testing/sampleTime.ts";
import { openTime } from "../testing/timePage.ts";
import type { TimeTestPage } from "../testing/timePage.ts";

let time: TimeTestPage;
afterEach(() => time.close());

const shown = async (): Promise<void> => {
  await expect.element(page.getByRole("heading", { name: "Entries" })).toBeInTheDocument();
};

describe("axe finds nothing in any theme", () => {
  it("on timers, week and list, with a chosen cell and an open menu", async () => {
    time = await openTime({ timers: sampleTimers });
    await shown();
    await page.getByRole("button", { name: /^t4 .*Tuesday/u }).click();
    await expect.element(page.getByText(/^Only t4/u)).toBeVisible();
    await page.getByRole("button", { name: /^Actions/u }).first().click();
    await expect.element(page.getByRole("menu")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("on the form with problems, and with suggestions", async () => {
    time = await openTime();
    await shown();
    await userEvent.keyboard("n");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect.element(page.getByText("Choose a task.")).toBeVisible();
    expect(await findings()).toEqual([]);
    await userEvent.keyboard("t");
    await expect.element(page.getByRole("option").first()).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("on a month, and without entries", async () => {
    time = await openTime({ readOnly: "untrusted", kept: { choices: { kind: "month" } } });
    await shown();
    expect(await findings()).toEqual([]);
    time.close();
    time = await openTime({ entries: [], reading: null });
    await expect.element(page.getByRole("heading", { name: "No time entries yet" })).toBeVisible();
    expect(await findings()).toEqual([]);
  });
});
