// A window and the server of an agent on one project: the server starts first and dies, the window runs
// what the server asks for, and the window dies. Each second is in one entry, of whoever worked.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AgentServer } from "../../harness/agentServer.ts";
import { copyTestProject, removeScratch } from "../../harness/scratch.ts";
import { until } from "../../harness/until.ts";
import { personName, Vscode } from "../../harness/vscode.ts";
import { areApart, areExact, TimerPage, workersOf } from "../pages/timerPage.ts";

const person = `editor human ${personName}`;
const TTL_SECONDS = 10;
const agentWork = "agent agent journey";

const folder = copyTestProject("harbour");
let vscode: Vscode;
let timer: TimerPage;

beforeAll(() => {
  // A silent program counts as gone a third as fast as by default.
  const config = join(folder, ".handoff", "config.toml");
  writeFileSync(config, readFileSync(config, "utf8").replace("[settings]", `[settings]\ntimer_authority_ttl_secs = ${TTL_SECONDS}`));
});

afterAll(() => removeScratch(folder));

async function secondsOn(agent: AgentServer, task: string): Promise<void> {
  const has = /"elapsed_ms":\s*[2-9]\d{3}/u;
  await until("some seconds to be counted", async () => has.test(JSON.stringify(await agent.read("handoff_timer_get_time", { task_id: task }))));
}

test("a window shows the timer of a living server, and adopts it when the server is silent", async () => {
  const agent = await AgentServer.start(folder);
  await agent.call("handoff_timer_start", { task_id: "02.3" });
  vscode = await Vscode.open({ folder, settings: { "handoff.timer.startWithStatus": "never", "handoff.timer.stopWithStatus": "never" } });
  timer = new TimerPage(vscode);
  await vscode.openTree();
  expect([timer.authority().owner, timer.runs("02.3")]).toEqual(["mcp", true]);
  await timer.item.and(vscode.page.locator(':has([aria-label*="An agent\'s server runs the timers until"])')).waitFor();
  await timer.item.getByText("Backups").waitFor();
  await timer.choose("Stop");
  await vscode.notification("An agent's server runs the timers").waitFor();
  expect(timer.runs("02.3"), "the window leaves the timer to the server").toBe(true);
  expect(timer.entries()).toEqual([]);

  await agent.kill();
  await until("the window to adopt the timer", () => timer.authority().owner === "vscode");
  await timer.choose("Stop");
  await until("no timer to be left", () => Object.keys(timer.timers()).length === 0);
  const entries = await until("the entries to be written", () => (timer.entries().length > 0 ? timer.entries() : undefined));
  expect([...new Set(entries.map(({ task }) => task))]).toEqual(["02.3"]);
  expect([areApart(entries), areExact(entries)]).toEqual([true, true]);
  expect(workersOf(entries)[0]).toMatch(/^agent agent/u);
});

test("the window runs what a server asks for, and each second is counted once", async () => {
  const known = timer.entries().length;
  const agent = await AgentServer.start(folder);
  expect(await agent.call("handoff_timer_start", { task_id: "02.3" })).toContain("Asked the editor");
  await timer.item.getByText("Backups").waitFor();
  await until("the request to be answered", () => vscode.filesBelow(".handoff/timer/requests").length === 0);
  expect(timer.runs("02.3")).toBe(true);
  await secondsOn(agent, "02.3");
  expect(await agent.call("handoff_timer_stop", { task_id: "02.3" })).toContain("Asked the editor");
  await until("the timer to be stopped", () => timer.timers()["02.3"] === undefined);
  await agent.stop();
  await until("the entries to be written", () => timer.entries().length > known);
  const added = timer.entries().slice(known);
  expect([areApart(added), areExact(added)]).toEqual([true, true]);
  // The person was at the window, so the time is the person's.
  expect(workersOf(added)).toEqual([person]);
});

test("a server takes over from a window that died, whose timer has counted until then", async () => {
  const known = timer.entries().length;
  await vscode.runCommand("Handoff: Start Timer");
  await vscode.choose("Calendar page");
  await until("the timer to run", () => timer.runs("01.3"));
  const from = Date.parse(timer.timers()["01.3"]?.started_at ?? "");
  await until("a heartbeat", () => Date.parse(timer.authority().heartbeat_at) > from + 1000);
  const agent = await AgentServer.start(folder);
  await vscode.kill();
  const died = Date.now();
  const heard = Date.parse(timer.authority().heartbeat_at);
  await until("the window to be silent for too long", () => Date.now() - Date.parse(timer.authority().heartbeat_at) > (TTL_SECONDS + 1) * 1000);
  expect(await agent.call("handoff_timer_start", { task_id: "02.3" })).not.toContain("Asked the editor");
  expect([timer.authority().owner, timer.runs("02.3")]).toEqual(["mcp", true]);
  await secondsOn(agent, "02.3");
  await agent.call("handoff_timer_stop", { task_id: "02.3" });
  await agent.stop();

  const back = Date.now();
  await vscode.reopen();
  await vscode.openTree();
  await until("the window to lead again", () => timer.authority().owner === "vscode");
  const led = Date.now();
  // Less than a second is no entry.
  await until("a second to be counted", () => Date.now() - led > 1500);
  await timer.choose("Stop");
  await until("no timer to be left", () => Object.keys(timer.timers()).length === 0);
  const stopped = Date.now();
  await until("the entries to be written", () => timer.entries().some(({ task, end }) => task === "01.3" && Date.parse(end) > back));
  const added = timer.entries().slice(known);
  expect([areApart(added), areExact(added)]).toEqual([true, true]);
  expect(workersOf(added.filter(({ task }) => task === "02.3"))).toEqual([agentWork]);
  const mine = added.filter(({ task }) => task === "01.3");
  expect(workersOf(mine)).toEqual([person]);
  const seconds = mine.reduce((sum, entry) => sum + entry.seconds, 0);
  expect(seconds, "what the window had counted is kept").toBeGreaterThanOrEqual(Math.floor((heard - from) / 1000));
  expect(seconds, "without a window nothing is counted").toBeLessThanOrEqual(Math.ceil((died - from + stopped - back) / 1000));
  await vscode.close();
});
