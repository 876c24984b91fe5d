// The line of the task's timer: what it says in each state, and its buttons.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { TimerView } from "../../contract/generated/protocol.ts";
import type { PageTimers } from "../../contract/common.ts";
import { findings } from "../../shared/testing/accessibility.ts";
import { openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import type { TaskHost } from "../testing/taskHost.ts";
import { tideKnowledge } from "../testing/tideKnowledge.ts";
import { parseFeed } from "../testing/tideAtlas.ts";

const timer: TimerView = { id: "t1.2.2", title: "Parse feed", running: true, idle: false, elapsedMs: 15 * 60_000, todaySeconds: 75 * 60, actualHours: 2 };

function timers(...views: Partial<TimerView>[]): PageTimers {
  return { lead: { kind: "own" }, timers: views.map((view) => ({ ...timer, ...view })), todaySeconds: 0 };
}

const line = () => document.querySelector(".timer-line");
const buttons = () => [...(line()?.querySelectorAll("button") ?? [])].map(({ textContent }) => textContent);
const asked = (host: TaskHost) => host.asked.filter(({ name }) => name === "timer").map(({ body }) => body);

test("a task without a timer offers to start one", async () => {
  const host = await openTask(taskHost(parseFeed, { timers: timers({ id: "t2" }) }));
  await expect.poll(buttons).toEqual(["Start Timer"]);
  await page.getByRole("button", { name: "Start Timer" }).click();
  expect(asked(host)).toEqual([{ kind: "start", id: "t1.2.2", alone: false }]);
  expect(host.keeps(), "a timer is no edit of the page").toBe(0);
});

test("a running timer says what it has counted, and can be paused and stopped by keyboard", async () => {
  const host = await openTask(taskHost(parseFeed, { timers: timers({}) }));
  await expect.poll(() => line()?.textContent).toBe("The timer is running: 15 minToday 1:15PauseStop");
  const pause = page.getByRole("button", { name: "Pause" }).element() as HTMLElement;
  pause.focus();
  await userEvent.keyboard("{Enter}");
  host.tell("timers", timers({ running: false, elapsedMs: 0 }));
  await expect.poll(() => line()?.textContent).toBe("The timer is pausedToday 1:15ResumeStop");
  expect(document.activeElement, "the button stays").toBe(pause);
  await userEvent.keyboard("{Enter}{Tab}{Enter}");
  expect(asked(host)).toEqual([
    { kind: "pause", id: "t1.2.2" },
    { kind: "start", id: "t1.2.2", alone: false },
    { kind: "stop", id: "t1.2.2" },
  ]);
  host.tell("timers", timers());
  await expect.poll(buttons).toEqual(["Start Timer"]);
  expect(document.activeElement, "the focus does not get lost with the button").toBe(pause);
});

test("an action is announced only if it was done: VSCode says why it was not", async () => {
  const said = () => document.querySelector('[role="status"]')?.textContent ?? "";
  const host = await openTask(taskHost(parseFeed, { timers: timers({}) }));
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => asked(host)).toHaveLength(1);
  await expect.poll(buttons).toEqual(["Pause", "Stop"]);
  expect(said()).toBe("");
});

test("says when it waits for the person, and whose time it measures", async () => {
  const host = await openTask(taskHost(parseFeed, { timers: timers({ running: false, idle: true, elapsedMs: 0 }) }));
  await expect.poll(() => line()?.textContent).toContain("The timer is paused because nobody was working");
  host.tell("timers", timers({ agent: { kind: "agent", name: "codex" } }));
  await expect.poll(() => line()?.textContent).toContain("The timer measures the time of agent codex: 15 min");
});

test("the icon stays beside a long text in a narrow tab", async () => {
  await page.viewport(320, 600);
  await openTask(taskHost(parseFeed, { timers: timers({ running: false, idle: true }) }));
  await expect.poll(() => line()?.textContent).toContain("The timer is paused because nobody was working");
  const [icon, text] = [...(line()?.children ?? [])].map((part) => part.getBoundingClientRect());
  expect(text?.left).toBeGreaterThanOrEqual(icon?.right ?? Infinity);
});

test("nothing is offered where timers are off or nothing can be written", async () => {
  const off: PageTimers = { lead: { kind: "off", reason: { template: "Off", args: {} } }, timers: [], todaySeconds: 0 };
  const host = await openTask(taskHost(parseFeed, { timers: off }));
  await expect.element(page.getByRole("textbox", { name: "Title" })).toBeVisible();
  expect(line()).toBeNull();
  host.tell("timers", timers());
  await expect.poll(buttons).toEqual(["Start Timer"]);
  await openTask(taskHost(parseFeed, { timers: timers({}), readOnly: "untrusted" }));
  await expect.poll(() => line()?.textContent).toContain("The timer is running");
  expect(buttons()).toEqual([]);
});

test("without the timers of the window it says what the file has", async () => {
  const host = await openTask(taskHost(parseFeed, { known: tideKnowledge }));
  await expect.element(page.getByText("The timer is paused because nobody was working: 1 h 15 min")).toBeVisible();
  // The clock of the page moves once a minute.
  const startedAt = new Date(Date.now() - 10.5 * 60_000).toISOString();
  host.know({ timer: { task: "t1.2.2", tracking: true, elapsedMs: 300_000, startedAt, pausedByIdle: false } });
  await expect.element(page.getByText("The timer is running: 15 min")).toBeVisible();
  host.know({ timer: null });
  await expect.element(page.getByText(/^The timer/u)).not.toBeInTheDocument();
});

test("axe finds nothing in any theme", async () => {
  await openTask(taskHost(parseFeed, { timers: timers({}) }));
  await expect.poll(buttons).toEqual(["Pause", "Stop"]);
  expect(await findings(".timer-line")).toEqual([]);
});
