// From the overview of all projects to a dashboard, to the things behind its figures, and back.
import type { Frame } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";

const late = ".handoff/tasks/t3-alerts/t3.1-threshold-rules/_task.in_progress.json";

let vscode: Vscode;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1300, height: 900 } });
  await vscode.openTree();
});

async function dashboard(): Promise<Frame> {
  const frame = await vscode.webview("dashboard");
  await frame.locator(".panel").first().waitFor();
  return frame;
}

/** Opens the dashboard of one of the projects by the overview. */
async function openAtlas(): Promise<void> {
  await vscode.runCommand("Handoff: Open Dashboard");
  await (await vscode.webview("overview")).locator(".project").filter({ hasText: "Tide Atlas" }).click();
}

test("with two projects, an overview leads to the dashboard of one", async () => {
  await vscode.runCommand("Handoff: Open Dashboard");
  const overview = await vscode.webview("overview");
  await until("both projects to be read", async () => (await overview.locator(".project-figures, .fact").count()) >= 2);
  expect(await overview.locator(".project-name").count()).toBe(2);
  await overview.locator(".project").filter({ hasText: "Tide Atlas" }).click();
  const page = await dashboard();
  await page.getByRole("region", { name: /^Late/u }).getByText("Threshold rules").waitFor();
  // With the half hour of a paused timer, which was not written yet.
  await page.getByText("12 h of 320 h used").waitFor();
});

test("figures lead to the tasks, and to the board with only these tasks", async () => {
  await (await dashboard()).getByRole("list", { name: "Tasks by status" }).getByRole("button", { name: "Review" }).click();
  const board = await BoardPage.find(vscode);
  await until("only tasks in review to be shown", async () => (await board.ids("review")).length > 0 && (await board.ids("todo")).length === 0);
  await openAtlas();
  await (await dashboard()).getByRole("region", { name: /^Late/u }).getByRole("button", { name: /Threshold rules/u }).click();
  const task = await vscode.webview("task");
  await task.getByLabel("Title", { exact: true }).waitFor();
  expect(await task.getByLabel("Title", { exact: true }).inputValue()).toBe("Threshold rules");
});

test("a milestone leads to the board with exactly its tasks, a late task to the chart", async () => {
  await openAtlas();
  await (await dashboard()).getByRole("region", { name: /^Next milestone/u }).getByRole("button", { name: /^alpha/u }).click();
  const board = await BoardPage.find(vscode);
  await until("only the task of the milestone to be shown", async () => (await board.frame.locator(".board [data-card]").count()) === 1);
  expect(await board.ids("in_progress")).toEqual(["t1.2.2"]);
  await openAtlas();
  await (await dashboard()).getByRole("region", { name: /^Coming four weeks/u }).getByRole("button", { name: /^Threshold rules.*Late, due/u }).click();
  await (await vscode.webview("gantt")).locator(".chart").first().waitFor();
});

test("the page follows changes of files, and is restored after a reload", async () => {
  await openAtlas();
  expect(await (await dashboard()).getByRole("region", { name: /^Late/u }).getByText("Threshold rules").count()).toBe(1);
  vscode.write(late, vscode.read(late).replace(/"due_date": "[^"]*"/u, '"due_date": "2099-01-01"'));
  await until("the task not to be late", async () => (await (await dashboard()).getByRole("region", { name: /^Late/u }).getByText("Threshold rules").count()) === 0);
  await vscode.reload();
  await (await dashboard()).getByText("Zoom / pan gestures").first().waitFor();
});

test("the dashboard is the first page of a project: it opens with the tasks, once, and does not take the keyboard", async () => {
  const first = await Vscode.open({ example: "tide-atlas", alone: true, settings: { "handoff.openDashboardFirst": true } });
  await first.openTree();
  await (await first.webview("dashboard")).getByRole("region", { name: /^Late/u }).waitFor();
  expect(await first.page.evaluate(() => document.activeElement?.tagName)).not.toBe("IFRAME");
  await first.runCommand("View: Close All Editors");
  await first.reload();
  await first.page.locator(".sidebar .monaco-list-row").first().waitFor();
  expect(await first.page.locator(".editor-group-container .tab").count()).toBe(0);
  await first.close();
});
