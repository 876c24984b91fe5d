// Two windows on one project: the second shows the timers of the first, and runs them when it is used.
import { expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { personName, Vscode } from "../../harness/vscode.ts";
import { areApart, areExact, TimerPage, workersOf } from "../pages/timerPage.ts";
import { TreePage } from "../pages/treePage.ts";

test("the second window shows the timer, takes the lead when it is used, and gives it back", async () => {
  const vscode = await Vscode.open({ example: "harbour" });
  const timer = new TimerPage(vscode);
  const isGuest = () => timer.item.and(vscode.page.locator(':has([aria-label*="Another window runs the timers."])'));
  const tree = await TreePage.open(vscode);
  await vscode.chooseFromMenu(tree.row("Guide for the harbour office"), "Start Timer");
  await timer.item.getByText("Guide for the harbour office").waitFor();
  // The item shows what is being written.
  await until("the timer to be written", () => timer.runs("03"));
  const first = vscode.page;
  const leader = timer.authority().owner_instance;

  const second = await vscode.openWindow({ focused: false });
  await vscode.openTree();
  await timer.item.getByText("Guide for the harbour office").waitFor();
  await isGuest().waitFor();
  expect(timer.authority().owner_instance).toBe(leader);

  await vscode.use(second);
  await until("the second window to lead", () => timer.authority().owner_instance !== leader);
  await isGuest().waitFor({ state: "detached" });
  await timer.choose("Pause");
  await until("the timer to be paused", () => timer.timers()["03"]?.state === "paused");

  await vscode.use(first);
  await until("the first window to lead", () => timer.authority().owner_instance === leader);
  // The list of a click is not changed while it is open.
  await timer.item.locator(".codicon-debug-pause").waitFor();
  await timer.choose("Resume");
  await until("the timer to run", () => timer.runs("03"));
  const started = Date.now();
  await until("a second to be counted", () => Date.now() - started > 1200);
  await timer.choose("Stop");
  await until("no timer to be left", () => Object.keys(timer.timers()).length === 0);
  await vscode.use(second);
  await timer.item.filter({ has: second.locator('[aria-label$="Start a timer"]') }).waitFor();

  const entries = timer.entries();
  expect([areApart(entries), areExact(entries), workersOf(entries)]).toEqual([true, true, [`editor human ${personName}`]]);
  await vscode.close();
});
