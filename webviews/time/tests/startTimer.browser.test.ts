// Starting timers on the page: the bar that asks for the task, and the button of each entry.
import { page, userEvent } from "vitest/browser";
import { afterEach, expect, it } from "vitest";
import { findings } from "../../shared/testing/accessibility.ts";
import { sampleTimers } from "../testing/sampleTime.ts";
import { openTime } from "../testing/timePage.ts";
import type { TimeTestPage } from "../testing/timePage.ts";

let time: TimeTestPage;
afterEach(() => time.close());

const field = () => page.getByRole("combobox", { name: "What are you working on?" });
const started = (): unknown[] => time.asked.flatMap(([name, body]) => (name === "timer" ? [body] : []));
const start = (id: string) => ({ kind: "start", id, alone: false });

it("a task that is chosen starts its timer, by pointer and by keyboard", async () => {
  time = await openTime({ timers: { ...sampleTimers, timers: [] } });
  await field().fill("depths");
  await page.getByRole("option", { name: /Check the depths/u }).click();
  expect(started()).toEqual([start("t72")]);
  await expect.element(field()).toHaveValue("");
  await field().fill("t4");
  await userEvent.keyboard("{Enter}");
  await expect.poll(started).toEqual([start("t72"), start("t4")]);
});

it("the button starts what is typed, or asks for it", async () => {
  time = await openTime({ timers: { ...sampleTimers, timers: [] } });
  const button = page.getByRole("button", { name: "Start Timer" });
  await button.click();
  await expect.element(field()).toHaveFocus();
  await field().fill("no such task");
  await button.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("No task matches.");
  expect(await findings(".start-bar")).toEqual([]);
  await field().fill("t");
  await button.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Choose a task.");
  expect(started()).toEqual([]);
  await field().fill("depths");
  await button.click();
  await expect.poll(started).toEqual([start("t72")]);
});

it("each entry goes on, unless its timer runs or its task is gone", async () => {
  time = await openTime({ timers: { ...sampleTimers, timers: [] } });
  await page.getByRole("button", { name: "Continue t72" }).first().click();
  expect(started()).toEqual([start("t72")]);
  expect(page.getByRole("button", { name: /^Continue/u }).elements().length).toBeLessThan(document.querySelectorAll(".entry").length);
  time.close();
  time = await openTime({ timers: sampleTimers });
  const running = sampleTimers?.timers.find((timer) => timer.running)?.id ?? "";
  await expect.element(page.getByRole("button", { name: "Continue t72" }).first()).toBeVisible();
  await expect.element(page.getByRole("button", { name: `Continue ${running}` })).not.toBeInTheDocument();
});

it.each([
  ["timers are off", { timers: { lead: { kind: "off" as const, reason: { template: "Off", args: {} } }, timers: [], todaySeconds: 0 } }],
  ["nothing can be written", { timers: sampleTimers, readOnly: "untrusted" as const }],
])("where %s, nothing is offered", async (_, options) => {
  time = await openTime(options);
  await expect.element(page.getByRole("heading", { name: "Entries" })).toBeVisible();
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /^Continue/u })).not.toBeInTheDocument();
});
