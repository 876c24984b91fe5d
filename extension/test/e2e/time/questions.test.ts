// Messages about a change on a page: one, with Undo and with the question about timers, which stores nothing without an answer.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { TimerPage } from "../pages/timerPage.ts";
import { TreePage } from "../pages/treePage.ts";

const setting = "handoff.timer.startWithStatus";

let vscode: Vscode;
let tree: TreePage;
let board: BoardPage;
let timer: TimerPage;

beforeAll(async () => {
  // Tasks may begin without an estimate.
  const prepare = (opened: Vscode): void => opened.write(".handoff/config.toml", opened.read(".handoff/config.toml").replace("require_estimate_hours = true", "require_estimate_hours = false"));
  vscode = await Vscode.open({ example: "harbour", size: { width: 1500, height: 900 }, prepare });
  tree = await TreePage.open(vscode);
  board = await BoardPage.open(vscode);
  timer = new TimerPage(vscode);
  // Only people who use timers are asked.
  await timer.item.waitFor();
  await vscode.runCommand("Handoff: Start Timer");
  await vscode.choose("Calendar page");
  await until("the timer to run", () => timer.runs("01.3"));
  await timer.choose("Stop");
  await until("no timer to be left", () => Object.keys(timer.timers()).length === 0);
});

/** Sets the status of a card by its key and VSCode's list. */
async function setStatus(id: string, status: string): Promise<void> {
  await board.card(id).click();
  await vscode.page.keyboard.press("s");
  await vscode.choose(status);
}

test("an ignored question writes no setting, lies over nothing, and is asked again", async () => {
  await setStatus("05", "In progress");
  await board.toast.getByText("Start the timer of 05 “Tide warning at low water”?").waitFor();
  await board.toast.getByRole("button", { name: "Undo" }).click({ trial: true });
  expect([await board.toast.count(), await vscode.notificationCount(), vscode.userSettings()[setting]]).toEqual([1, 0, undefined]);
  await board.toast.getByRole("button", { name: "Undo" }).click();
  await board.inColumn("todo", "05").waitFor();
  await board.toast.getByRole("button", { name: "Redo" }).waitFor();
  await board.toast.getByRole("button", { name: "Dismiss" }).click();

  await setStatus("05", "In progress");
  await board.toast.getByRole("button", { name: "Start Timer" }).click();
  await until("the timer to run", () => timer.runs("05"));
  expect(vscode.userSettings()[setting]).toBeUndefined();
});

test("a task of somebody else is not asked about", async () => {
  await setStatus("01.3", "In progress");
  await board.inColumn("in_progress", "01.3").waitFor();
  await board.toast.getByRole("button", { name: "Undo" }).waitFor();
  expect([await board.toast.getByRole("button", { name: "Start Timer" }).count(), await vscode.notificationCount()]).toEqual([0, 0]);
});

test("an answer for ever is stored in the settings", async () => {
  await setStatus("05", "To do");
  await setStatus("05", "Review");
  await board.toast.getByRole("button", { name: "Always" }).click();
  await until("the timer to be stopped", () => Object.keys(timer.timers()).length === 0);
  await expect.poll(() => vscode.userSettings()["handoff.timer.stopWithStatus"]).toBe("always");
});

test("a deletion on the board is reported there, one in the tree by VSCode, each once", async () => {
  const confirm = () => vscode.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await board.card("05").click();
  await vscode.page.keyboard.press("Delete");
  await confirm();
  await board.toast.getByText("Deleted").waitFor();
  expect([await board.toast.count(), await vscode.notificationCount()]).toEqual([1, 0]);
  await board.toast.getByRole("button", { name: "Undo" }).click();
  await board.card("05").waitFor();
  await board.toast.getByRole("button", { name: "Dismiss" }).click();

  // Without a click, which would show the task in place of the board.
  await tree.focus("Tide warning at low water");
  await vscode.page.keyboard.press("Delete");
  await confirm();
  await vscode.notification("Deleted").waitFor();
  await board.card("05").waitFor({ state: "detached" });
  expect([await board.toast.count(), await vscode.notificationCount()]).toEqual([0, 1]);
  await vscode.close();
});
