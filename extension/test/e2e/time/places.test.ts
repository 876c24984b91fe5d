// Where timers are started: in the tree, on the board, in the chart and on the task's page. Each start
// ends the timer before it, and each place shows what runs. The status of a task stops its timer.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { personName, Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { GanttPage } from "../pages/ganttPage.ts";
import { areApart, areExact, TimerPage, workersOf } from "../pages/timerPage.ts";
import { TreePage } from "../pages/treePage.ts";

let vscode: Vscode;
let timer: TimerPage;
let tree: TreePage;

beforeAll(async () => {
  vscode = await Vscode.open({ example: "harbour", size: { width: 1500, height: 900 }, settings: { "handoff.timer.startWithStatus": "never" } });
  tree = await TreePage.open(vscode);
  timer = new TimerPage(vscode);
  await timer.item.waitFor();
});

/** Waits until a timer runs alone, for long enough to become an entry when it ends. */
async function runsAlone(task: string, title: string): Promise<void> {
  await timer.item.getByText(title).waitFor();
  await until(`the timer of ${task} to run alone`, () => timer.runs(task) && Object.keys(timer.timers()).length === 1);
  const started = Date.now();
  await until("a second to be counted", () => Date.now() - started > 1200);
}

test("a timer is started in each place, and each start switches to another task", async () => {
  await vscode.chooseFromMenu(tree.row("Guide for the harbour office"), "Start Timer");
  await runsAlone("03", "Guide for the harbour office");

  const board = await BoardPage.open(vscode);
  await board.card("03").locator(".timer-mark").waitFor();
  await vscode.chooseFromMenu(board.card("01.3"), "Start Timer");
  await runsAlone("01.3", "Calendar page");
  await board.card("01.3").getByRole("img", { name: /^Timer running: 0 min$/u }).waitFor();
  await board.card("03").locator(".timer-mark").waitFor({ state: "detached" });

  const chart = await GanttPage.open(vscode);
  await chart.row("01.3").locator(".timer-mark").waitFor();
  await vscode.chooseFromMenu(chart.row("02.3"), "Start Timer");
  await runsAlone("02.3", "Backups");
  await chart.row("02.3").locator(".timer-mark").waitFor();
  await chart.row("01.3").locator(".timer-mark").waitFor({ state: "detached" });

  await tree.row("Tide warning").click();
  const page = await vscode.webview("task");
  const line = page.getByRole("group", { name: "Timer" });
  await line.getByRole("button", { name: "Start Timer" }).click();
  await runsAlone("05", "Tide warning");
  await line.getByText(/^The timer is running: \d+s$/u).waitFor();
  await line.getByRole("button", { name: "Pause" }).press("Enter");
  await until("the timer to be paused", () => timer.timers()["05"]?.state === "paused");
  await line.getByRole("button", { name: "Resume" }).press("Enter");
  await until("the timer to run", () => timer.runs("05"));
  await line.getByRole("button", { name: "Stop" }).press("Enter");
  await until("no timer to be left", () => Object.keys(timer.timers()).length === 0);
  await line.getByRole("button", { name: "Start Timer" }).waitFor();

  const entries = timer.entries();
  expect([...new Set(entries.map(({ task }) => task))]).toEqual(["03", "01.3", "02.3", "05"]);
  expect([areApart(entries), areExact(entries), workersOf(entries)]).toEqual([true, true, [`editor human ${personName}`]]);
});

test("a status that could stop a timer asks, and never again after the answer Always", async () => {
  const question = vscode.notification("Stop the timer of ");
  await vscode.chooseFromMenu(tree.row("Guide for the harbour office"), "Start Timer");
  await runsAlone("03", "Guide for the");
  await tree.row("Guide for the harbour office").click();
  await vscode.runCommand("Handoff: Set Status");
  await vscode.choose("Review");
  await question.getByRole("button", { name: "Always" }).click();
  await until("the timer to be stopped", () => Object.keys(timer.timers()).length === 0);

  await vscode.chooseFromMenu(tree.row("Tide warning at low water"), "Start Timer");
  await runsAlone("05", "Tide warning");
  await tree.row("Tide warning at low water").click();
  await vscode.runCommand("Handoff: Set Status");
  await vscode.choose("Review");
  await until("the next timer to be stopped", () => Object.keys(timer.timers()).length === 0);
  expect(await question.count()).toBe(0);
  expect(areApart(timer.entries())).toBe(true);
});
