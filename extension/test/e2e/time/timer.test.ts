// The time tracker in VSCode: from the start of a timer to its entry, an absence, a pause of writing, the
// end of the window, and the exchange with the server of an agent.
import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { AgentServer } from "../../harness/agentServer.ts";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";

const booking = ".handoff/tasks/01-in_progress--booking/01.3-todo--calendar-page/task.toml";
const state = ".handoff/timer/state.json";

interface Entry {
  task: string;
  seconds: number;
  source: string;
  start: string;
  end: string;
}

let vscode: Vscode;
let item: Locator;

beforeAll(async () => {
  vscode = await Vscode.open({ example: "harbour", settings: { "handoff.timer.startWithStatus": "never", "handoff.timer.stopWithStatus": "never" } });
  // A minute is the shortest threshold.
  const config = ".handoff/config.toml";
  vscode.write(config, vscode.read(config).replace("[settings]", "[settings]\ntimer_idle_timeout_minutes = 1"));
  await vscode.openTree();
  item = vscode.page.locator(".statusbar-item").filter({ has: vscode.page.locator('[aria-label^="Timer"], [aria-label="Start a timer"]') });
});

/** Returns the entries in the log, oldest first. */
function entries(): Entry[] {
  const lines = vscode.filesBelow(".handoff/activity").flatMap((file) => vscode.read(file).split("\n"));
  const changes = lines.filter((line) => line.includes('"kind":"entry"')).map((line) => (JSON.parse(line) as { change: { to: Entry } }).change.to);
  return changes.toSorted((left, right) => (left.start < right.start ? -1 : 1));
}

/** Returns whether each entry begins after the end of the one before. */
function areApart(sorted: readonly Entry[]): boolean {
  return sorted.every(({ start }, index) => index === 0 || Date.parse(start) >= Date.parse(sorted[index - 1]?.end ?? ""));
}

function timers(): Record<string, { state: string; paused_by_idle: boolean }> {
  return (JSON.parse(vscode.read(state)) as { timers: Record<string, { state: string; paused_by_idle: boolean }> }).timers;
}

/** Picks an action of the timer in the status bar. */
async function choose(label: string): Promise<void> {
  await item.click();
  await vscode.choose(label);
}

test("a timer is started by its task, switched and stopped, and each stretch becomes an entry", async () => {
  await item.filter({ has: vscode.page.locator(".codicon-watch") }).waitFor();
  await vscode.runCommand("Handoff: Start Timer");
  await vscode.choose("Calendar page");
  await item.getByText("0:00 Calendar page").waitFor();
  expect(timers()["01.3"]?.state).toBe("tracking");
  const started = Date.now();
  await until("a second to be counted", () => Date.now() - started > 1500);
  await choose("Switch to Another Task…");
  await vscode.choose("Backups");
  await item.getByText("Backups").waitFor();
  await until("the first timer to be written", () => timers()["01.3"] === undefined);
  await choose("Pause");
  await item.locator(".codicon-debug-pause").waitFor();
  await choose("Resume");
  await item.locator(".codicon-watch").waitFor();
  await choose("Stop");
  await until("no timer to be left", () => Object.keys(timers()).length === 0);
  const written = entries();
  expect(written.some(({ task }) => task === "01.3")).toBe(true);
  expect(written.every(({ source }) => source === "editor")).toBe(true);
  const seconds = written.filter(({ task }) => task === "01.3").reduce((sum, entry) => sum + entry.seconds, 0);
  const [hours] = /(?<=actual_hours = )[\d.]+/u.exec(vscode.read(booking)) ?? [];
  expect(Number(hours)).toBeCloseTo(seconds / 3600, 6);
});

test("the server of an agent starts and stops a timer that the window runs, and each second is counted once", async () => {
  const known = entries().length;
  const agent = await AgentServer.start(vscode.folder);
  await until("the window to lead", () => vscode.read(".handoff/timer/authority.json").includes('"vscode"'));
  expect(await agent.call("handoff_timer_start", { task_id: "02.3" })).toContain("Asked the editor");
  await item.getByText("Backups").waitFor();
  await until("the request to be answered", () => vscode.filesBelow(".handoff/timer/requests").length === 0);
  expect(timers()["02.3"]?.state).toBe("tracking");
  await until("some seconds to be counted", async () => JSON.stringify(await agent.read("handoff_timer_get_time", { task_id: "02.3" })).match(/"elapsed_ms":\s*[2-9]\d{3}/u) !== null);
  expect(await agent.call("handoff_timer_stop", { task_id: "02.3" })).toContain("Asked the editor");
  await until("the timer to be stopped", () => timers()["02.3"] === undefined);
  await agent.stop();
  const added = entries().slice(known);
  expect(added.length).toBeGreaterThan(0);
  const spans = added.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / 1000);
  expect(added.map(({ seconds }) => seconds)).toEqual(spans);
  expect(areApart(added)).toBe(true);
});

test("an absence is not counted, and on return one question offers to count it", async () => {
  await vscode.runCommand("Handoff: Start Timer");
  await vscode.choose("Calendar page");
  await until("the timer to wait", () => timers()["01.3"]?.paused_by_idle === true, 120_000);
  await item.locator(".codicon-debug-pause").waitFor();
  await vscode.page.mouse.click(5, 300);
  await vscode.page.keyboard.press("Control+Shift+E");
  const question = vscode.notification("You were away from");
  await question.waitFor();
  await item.locator(".codicon-watch").waitFor();
  expect(await question.innerText()).toContain("is not counted for 01.3.");
  await question.getByRole("button", { name: "Count It" }).click();
  const added = await until("the absence to be counted", () => entries().find(({ source }) => source === "manual"));
  expect(added.task).toBe("01.3");
  expect(areApart(entries())).toBe(true);
});

test("a timer is counted while writing is paused, and written when the pause ends", async () => {
  const known = entries().length;
  vscode.write(".handoff/PAUSE", "Release today");
  await vscode.page.locator(".statusbar-item").filter({ hasText: "Handoff paused" }).waitFor();
  await choose("Stop");
  await vscode.notification("The time is counted and written when the pause ends.").waitFor();
  await item.filter({ has: vscode.page.locator('[aria-label="Start a timer"]') }).waitFor();
  expect([entries().length, timers()["01.3"]?.state]).toEqual([known, "tracking"]);
  vscode.remove(".handoff/PAUSE");
  await until("the time to be written", () => entries().length > known && timers()["01.3"] === undefined);
});

test("a window that closes leaves its timer paused, and the next one goes on with it", async () => {
  await vscode.runCommand("Handoff: Start Timer");
  await vscode.choose("Calendar page");
  await item.getByText("Calendar page").waitFor();
  await vscode.reload();
  await until("the timer to run again", () => timers()["01.3"]?.state === "tracking");
  await choose("Stop");
  await until("no timer to be left", () => Object.keys(timers()).length === 0);
  expect(areApart(entries())).toBe(true);
});
