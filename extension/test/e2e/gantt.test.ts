// Moves bars of a project written by the server on its Gantt chart and checks the dates on disk.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { showEverything } from "./pages/ganttFiles.ts";
import { GanttPage } from "./pages/ganttPage.ts";
import { filesBecome, settledFiles, touched } from "./pages/taskFiles.ts";

const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";
const push = ".handoff/tasks/t3-alerts/t3.2-push-notifications/_task.todo.json";

let vscode: Vscode;
let chart: GanttPage;
let day: number;
let before: Record<string, string>;

beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1700, height: 1350 }, prepare: showEverything });
  await vscode.openTree();
  chart = await GanttPage.open(vscode);
  await chart.showFinished();
  await chart.fit();
  day = await chart.dayWidth("t5", 6);
});

beforeEach(async () => {
  before = await settledFiles(vscode);
});

interface Task {
  title: string;
  schedule?: { start_date?: string; due_date?: string };
}

const task = (file: string): Task => JSON.parse(vscode.read(file)) as Task;

async function datesBecome(start: string, due: string): Promise<void> {
  await until(`t5 to be planned from ${start} to ${due}`, () => {
    const { schedule } = task(budget);
    return schedule?.start_date === start && schedule.due_date === due;
  });
}

test("every task has a row, and every scheduled task a bar", async () => {
  const tasks = Object.values(before).map((text) => JSON.parse(text) as { id: string });
  for (const { id } of tasks) await expect.poll(() => chart.row(id).isVisible()).toBe(true);
  for (const id of ["t1", "t1.2.2", "t2.1", "t3.2", "t5"]) await expect.poll(() => chart.bar(id).isVisible()).toBe(true);
});

test("a bar dragged by a week keeps its working days around a closed Friday; one key undoes it", async () => {
  await chart.take("t5", "middle", 7 * day);
  await expect.poll(() => chart.tip.textContent()).toContain("4 working days");
  await chart.drop();
  // Tuesday to Friday become Tuesday to Monday: the 11th is closed, and so is the weekend.
  await datesBecome("2026-12-08", "2026-12-14");
  expect(touched(before, await settledFiles(vscode))).toEqual([budget]);
  await chart.row("t5").click({ position: { x: 60, y: 8 } });
  await vscode.page.keyboard.press("Control+z");
  await filesBecome(vscode, before);
  // The chart draws the old dates before it says so.
  await chart.toast.getByRole("button", { name: "Redo" }).waitFor();
});

test("another program's change during a drag updates its row, and the drop is carried out", async () => {
  await chart.take("t5", "middle", 7 * day);
  await chart.tip.waitFor();
  vscode.write(push, vscode.read(push).replace("Push notifications", "Push them all"));
  await chart.row("t3.2").filter({ hasText: "Push them all" }).waitFor();
  await chart.drop();
  await datesBecome("2026-12-08", "2026-12-14");
  expect(task(push).title).toBe("Push them all");
});

test("a command in the tree shows a task on the chart", async () => {
  const tree = vscode.page.locator(".sidebar .monaco-list-row").filter({ hasText: "Accessibility audit" });
  await vscode.chooseFromMenu(tree, "Show in Gantt Chart");
  await expect.poll(() => chart.row("t6").getAttribute("aria-selected")).toBe("true");
});

test("a reload restores the chart", async () => {
  await vscode.reload();
  chart = await GanttPage.find(vscode);
  await expect.poll(() => chart.bar("t5").isVisible()).toBe(true);
});
