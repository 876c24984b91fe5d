// The time tracker in VSCode: from the start of a timer to its entry, an absence, a pause of writing, and
// the end of the window.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { areApart, TimerPage } from "../pages/timerPage.ts";

const booking = ".handoff/tasks/01-in_progress--booking/01.3-todo--calendar-page/task.toml";

let vscode: Vscode;
let timer: TimerPage;

/** Sets the shortest threshold of an absence. */
function shortenAbsence(project: Vscode): void {
  const config = ".handoff/config.toml";
  project.write(config, project.read(config).replace("[settings]", "[settings]\ntimer_idle_timeout_minutes = 1"));
}

beforeAll(async () => {
  const settings = { "handoff.timer.startWithStatus": "never", "handoff.timer.stopWithStatus": "never" };
  vscode = await Vscode.open({ example: "harbour", settings, prepare: shortenAbsence });
  await vscode.openTree();
  timer = new TimerPage(vscode);
});

test("a timer is started by its task, switched and stopped, and each stretch becomes an entry", async () => {
  await timer.item.waitFor();
  await vscode.runCommand("Handoff: Start Timer");
  await vscode.choose("Calendar page");
  await timer.item.getByText("0:00 Calendar page").waitFor();
  // The item shows what is being written.
  await until("the timer to be written", () => timer.runs("01.3"));
  const started = Date.now();
  await until("a second to be counted", () => Date.now() - started > 1500);
  // The selection in the tree is not what is meant.
  await vscode.page.locator(".sidebar .monaco-list-row").filter({ hasText: "Tide warning" }).click();
  await timer.choose("Switch to Another Task…");
  const offered = vscode.page.locator(".quick-input-list .monaco-list-row .label-name");
  await offered.filter({ hasText: "Backups" }).waitFor();
  expect(await offered.allInnerTexts()).not.toContain("Calendar page");
  await vscode.choose("Backups");
  await timer.item.getByText("Backups").waitFor();
  await until("the first timer to be written", () => timer.timers()["01.3"] === undefined);
  await timer.choose("Pause");
  await timer.item.locator(".codicon-debug-pause").waitFor();
  await timer.choose("Resume");
  await timer.item.locator(".codicon-watch").waitFor();
  await timer.choose("Stop");
  await until("no timer to be left", () => Object.keys(timer.timers()).length === 0);
  const written = timer.entries();
  expect(written.some(({ task }) => task === "01.3")).toBe(true);
  expect(written.every(({ source }) => source === "editor")).toBe(true);
  const seconds = written.filter(({ task }) => task === "01.3").reduce((sum, entry) => sum + entry.seconds, 0);
  const [hours] = /(?<=actual_hours = )[\d.]+/u.exec(vscode.read(booking)) ?? [];
  expect(Number(hours)).toBeCloseTo(seconds / 3600, 6);
});

test("an absence is not counted, and on return one question offers to count it", async () => {
  await timer.choose("Start a Timer…");
  await vscode.choose("Calendar page");
  await until("the timer to wait", () => timer.timers()["01.3"]?.paused_by_idle === true, 120_000);
  await timer.item.locator(".codicon-debug-pause").waitFor();
  await vscode.page.mouse.click(5, 300);
  await vscode.page.keyboard.press("Control+Shift+E");
  const question = vscode.notification("You were away from");
  await question.waitFor();
  await timer.item.locator(".codicon-watch").waitFor();
  expect(await question.innerText()).toContain("is not counted for 01.3 “Calendar page”.");
  await question.getByRole("button", { name: "Count It" }).click();
  const added = await until("the absence to be counted", () => timer.entries().find(({ source }) => source === "manual"));
  expect(added.task).toBe("01.3");
  expect(areApart(timer.entries())).toBe(true);
});

test("a timer is counted while writing is paused, and written when the pause ends", async () => {
  await until("the timer to be written", () => timer.runs("01.3"));
  const since = Date.parse(timer.timers()["01.3"]?.started_at ?? "");
  // Less than a second is no entry.
  await until("a second to be counted", () => Date.now() - since > 1500);
  const known = timer.entries().length;
  vscode.write(".handoff/PAUSE", "Release today");
  await vscode.page.locator(".statusbar-item").filter({ hasText: "Handoff paused" }).waitFor();
  await timer.choose("Stop");
  await vscode.notification("The time is counted and written when the pause ends.").waitFor();
  await timer.item.filter({ has: vscode.page.locator('[aria-label$="Start a timer"]') }).waitFor();
  expect([timer.entries().length, timer.timers()["01.3"]?.state]).toEqual([known, "tracking"]);
  vscode.remove(".handoff/PAUSE");
  await until("the time to be written", () => timer.entries().length > known && timer.timers()["01.3"] === undefined);
});

test("a window that closes leaves its timer paused, and the next one goes on with it", async () => {
  await timer.choose("Start a Timer…");
  await vscode.choose("Calendar page");
  await until("the timer to be written", () => timer.runs("01.3"));
  const closed = timer.authority().owner_instance;
  await vscode.reload();
  await until("the timer to run again", () => timer.authority().owner_instance !== closed && timer.runs("01.3"));
  await timer.choose("Stop");
  await until("no timer to be left", () => Object.keys(timer.timers()).length === 0);
  expect(areApart(timer.entries())).toBe(true);
});
