// Moves bars of a project written by the server on its Gantt chart and checks the dates on disk.
import { existsSync, readdirSync } from "node:fs";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { shortSpan } from "../../../webviews/shared/text/dates.ts";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { GanttPage, showEverything } from "./pages/ganttPage.ts";
import { filesBecome, settledFiles, taskFiles } from "./pages/taskFiles.ts";

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
  await chart.fit();
  day = await chart.dayWidth("t5", 6);
});

beforeEach(async () => {
  before = await settledFiles(vscode);
});

const fileOf = (id: string): string => {
  const found = Object.entries(taskFiles(vscode)).find(([, text]) => (JSON.parse(text) as { id: string }).id === id);
  if (found === undefined) throw new Error(`There is no task ${id}.`);
  return found[0];
};

interface Task {
  title: string;
  dependencies?: string[];
  schedule?: { start_date?: string; due_date?: string };
  handoff_dependencies?: unknown;
}

const task = (id: string): Task => JSON.parse(vscode.read(fileOf(id))) as Task;
const dates = (id: string) => [task(id).schedule?.start_date, task(id).schedule?.due_date];
const touched = (): string[] => {
  const after = taskFiles(vscode);
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
};

async function datesBecome(id: string, start: string, due: string): Promise<void> {
  await until(`${id} to be planned from ${start} to ${due}`, () => dates(id).join() === `${start},${due}`);
}

async function undo(): Promise<void> {
  await chart.row("t5").click({ position: { x: 60, y: 8 } });
  await vscode.page.keyboard.press("Control+z");
  await filesBecome(vscode, before);
  // The chart draws the old dates before it says so.
  await chart.toast.getByRole("button", { name: "Redo" }).waitFor();
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
  await datesBecome("t5", "2026-12-08", "2026-12-14");
  await settledFiles(vscode);
  expect(touched()).toEqual([budget]);
  await undo();
});

test("dragging an end changes only that date", async () => {
  const [start] = dates("t3.2");
  await chart.take("t3.2", "end", day);
  await chart.drop();
  await datesBecome("t3.2", start ?? "", "2026-11-27");
  await settledFiles(vscode);
  expect(touched()).toEqual([push]);
  await undo();
});

test("a bar is moved from the keyboard", async () => {
  await chart.row("t5").click({ position: { x: 60, y: 8 } });
  await vscode.page.keyboard.down("Alt");
  await vscode.page.keyboard.press("ArrowRight");
  await vscode.page.keyboard.up("Alt");
  await until("t5 to begin a day later", () => dates("t5")[0] === "2026-12-02");
  await settledFiles(vscode);
  expect(touched()).toEqual([budget]);
  await undo();
});

test("a dependency is drawn between bars; one that closes a cycle is refused with the reason", async () => {
  await chart.link("t3.2", "tieEnd", "t5", "start");
  await until("t5 to wait for t3.2", () => task("t5").dependencies?.includes("t3.2") === true);
  await settledFiles(vscode);
  expect(touched()).toEqual([budget]);
  const linked = await settledFiles(vscode);
  await chart.link("t5", "tieEnd", "t3.2", "start");
  await expect.poll(() => chart.tip.textContent()).toMatch(/t3\.2 → t5 → t3\.2/u);
  expect(await settledFiles(vscode)).toEqual(linked);
  await undo();
});

test("dependents move with a task, and stay if Alt is pressed", async () => {
  const [, due] = dates("t1.2.3");
  await chart.take("t1.2.2", "middle", 7 * day);
  await expect.poll(() => chart.tip.textContent()).toMatch(/dependent/u);
  await chart.drop();
  await until("the dependent to move", () => (dates("t1.2.3")[1] ?? "") > (due ?? ""));
  await settledFiles(vscode);
  const [, end] = dates("t1.2.2");
  expect((dates("t1.2.3")[0] ?? "") >= (end ?? "")).toBe(true);
  await undo();
  await chart.take("t1.2.2", "middle", 7 * day);
  await vscode.page.keyboard.down("Alt");
  await chart.drop();
  await vscode.page.keyboard.up("Alt");
  await until("the task to move", () => dates("t1.2.2")[1] === end);
  expect(dates("t1.2.3")[1]).toBe(due);
  await undo();
});

test("proposed dates are shown first; they are saved together and one key undoes them", async () => {
  await chart.proposeDates();
  expect(taskFiles(vscode)).toEqual(before);
  const shown = await chart.proposedDates();
  await chart.applyAll();
  await settledFiles(vscode);
  const written = Object.keys(shown).map((id) => {
    const [start = "", due = ""] = dates(id);
    // Browsers and Node use different spaces around the dash.
    return [id, shortSpan(start, due, new Date().toISOString(), "en").replaceAll(/\s/gu, " ")];
  });
  expect(Object.fromEntries(written)).toEqual(shown);
  expect(touched()).toEqual(Object.keys(shown).map(fileOf).toSorted());
  await undo();
});

test("the chart's menu saves the current plan under an entered name", async () => {
  const baselines = vscode.path(".handoff/baselines");
  const known = existsSync(baselines) ? readdirSync(baselines) : [];
  await chart.openBaselines();
  await chart.frame.getByRole("menuitem", { name: "Save Baseline…" }).click();
  await vscode.page.locator(".quick-input-widget").getByText("Save Baseline", { exact: true }).waitFor();
  await vscode.page.locator(".quick-input-widget input.input").fill("Spring tide");
  await vscode.page.keyboard.press("Enter");
  const [file = ""] = await until("the baseline to be written", () => {
    const added = existsSync(baselines) ? readdirSync(baselines).filter((name) => name.endsWith(".json") && !known.includes(name)) : [];
    return added.length > 0 && added;
  });
  expect(JSON.parse(vscode.read(`.handoff/baselines/${file}`))).toMatchObject({ name: "Spring tide" });
  await until("the chart to offer the baseline", async () => {
    await chart.openBaselines();
    const isOffered = await chart.frame.getByRole("menuitemradio", { name: "Spring tide" }).isVisible();
    await vscode.page.keyboard.press("Escape");
    return isOffered;
  });
});

test("another program's change during a drag updates its row, and the drop is carried out", async () => {
  await chart.take("t5", "middle", 7 * day);
  await chart.tip.waitFor();
  vscode.write(push, vscode.read(push).replace("Push notifications", "Push them all"));
  await chart.row("t3.2").filter({ hasText: "Push them all" }).waitFor();
  await chart.drop();
  await datesBecome("t5", "2026-12-08", "2026-12-14");
  expect(task("t3.2").title).toBe("Push them all");
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
