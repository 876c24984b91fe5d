// The page with the time entries: the week, an entry that is added, undo, and a timer that it stops.
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { writeTime } from "../pages/timeFiles.ts";

const task = ".handoff/tasks/t5-performance-budget/_task.todo.json";

/** Returns the actual hours in the file of the task. */
function hours(vscode: Vscode): number {
  return (JSON.parse(vscode.read(task)) as { schedule?: { actual_hours?: number } }).schedule?.actual_hours ?? 0;
}

test("entries of a week are listed and added, with undo, and a timer is resumed and stopped", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, timeZone: "Etc/UTC", size: { width: 1300, height: 900 }, prepare: writeTime });
  await vscode.openTree();
  await vscode.runCommand("Handoff: Open Time");
  const page: Frame = await vscode.webview("time");
  await page.getByRole("button", { name: "Previous week ([)" }).click();
  const week = page.getByRole("table");
  await week.getByRole("button", { name: "t5 Performance budget", exact: true }).waitFor();
  expect(await week.getByRole("row").last().innerText()).toContain("of it agents 2:20");
  const before = hours(vscode);

  await page.getByRole("button", { name: /^Add entry/iu }).first().click();
  const form = page.getByRole("dialog");
  await form.getByRole("combobox").fill("Performance");
  await page.getByRole("option", { name: /Performance budget/u }).click();
  await form.getByLabel("Duration").fill("1h 30m");
  await vscode.page.keyboard.press("Enter");
  await form.waitFor({ state: "detached" });
  await until("the hours to be written", () => Math.abs(hours(vscode) - before - 1.5) < 1e-6);

  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await until("the hours to be taken back", () => Math.abs(hours(vscode) - before) < 1e-6);

  const timers = (): string => vscode.read(".handoff/timer/state.json");
  await page.getByRole("button", { name: "Resume the timer of t1.2.2" }).click();
  await until("the timer to run", () => timers().includes('"tracking"'));
  await page.getByRole("button", { name: "Stop the timer of t1.2.2" }).click();
  await until("the timer to be stopped", () => !timers().includes('"t1.2.2"'));
  expect(await page.locator(".toast.problem").count()).toBe(0);
  await vscode.close();
});
