// Ten thousand tasks on the Gantt chart: only visible rows are drawn, and the last row is reached
// at once.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { generate } from "../../../bench/generate.mjs";
import { scratchFolder } from "../harness/scratch.ts";
import { Vscode } from "../harness/vscode.ts";
import { GanttPage } from "./pages/ganttPage.ts";
import { settledFiles } from "./pages/taskFiles.ts";

let vscode: Vscode;
let chart: GanttPage;
/** The task of the last row, and its file. */
let id: string;
let file: string;

interface Task {
  id: string;
  schedule: { start_date: string; due_date: string };
}

const taskIn = (text: string): Task => JSON.parse(text) as Task;

beforeAll(async () => {
  const folder = scratchFolder("large");
  id = generate(folder, 10_000).at(-1) ?? "";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  file = files.find((name) => name.includes(`${id}-`) && name.endsWith(".json")) ?? "";
  const path = join(folder, file);
  // Monday to Thursday.
  const schedule = { start_date: "2026-12-07", due_date: "2026-12-10" };
  writeFileSync(path, JSON.stringify({ ...taskIn(readFileSync(path, "utf8")), schedule }, null, 2));
  vscode = await Vscode.open({ folder, size: { width: 1700, height: 1000 } });
  await vscode.openTree();
  chart = await GanttPage.open(vscode);
  await chart.showFinished();
});

test("ten thousand tasks are in the chart, few of them in the DOM", async () => {
  await expect.poll(() => chart.frame.getByRole("treegrid").getAttribute("aria-rowcount")).toBe("10001");
  expect(await chart.frame.locator("[data-row]").count()).toBeLessThan(200);
});

test("one key reaches the last row, and its bar can be dragged", async () => {
  const before = await settledFiles(vscode);
  await chart.frame.locator("[data-row]").first().click({ position: { x: 60, y: 8 } });
  await vscode.page.keyboard.press("Control+End");
  await expect.poll(() => chart.row(id).isVisible()).toBe(true);
  // Scrolls the row's bar into view.
  await vscode.page.keyboard.press("Home");
  await chart.take(id, "middle", 7 * (await chart.dayWidth(id, 4)));
  await chart.drop();
  await vscode.fileBecomes(file, (text) => taskIn(text).schedule.start_date === "2026-12-14");
  expect(taskIn(vscode.read(file)).schedule.due_date).toBe("2026-12-17");
  const after = await settledFiles(vscode);
  const touched = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(touched).toContain(file);
  // Of the other files, only those of its ancestors may change.
  expect(touched.filter((name) => !file.startsWith(dirname(name)))).toEqual([]);
});
