// The page: what it shows, and what its figures open.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { DashboardTarget } from "../../contract/dashboard.ts";
import type { DashboardView } from "../../contract/generated/protocol.ts";
import { demoHistory, demoPast, demoProject, demoView } from "../testing/demo.ts";
import type { FakePast } from "../testing/demo.ts";
import type { FakeDashboardOptions } from "../testing/fakeDashboard.ts";
import { openDashboard } from "../testing/openDashboard.ts";
import type { DashboardTestPage } from "../testing/openDashboard.ts";

let dashboard: DashboardTestPage;
afterEach(() => dashboard.close());

const card = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}`, "u") });

/** Opens the page, and waits until it has everything. */
async function open(options: FakeDashboardOptions = {}): Promise<void> {
  dashboard = await openDashboard(options);
  await expect.element(page.getByText("981 h of 1,200 h used")).toBeVisible();
}

it("shows the state of the project in its order of importance", async () => {
  await open();
  const titles = [...document.querySelectorAll(".panel h2")].map(({ firstChild }) => firstChild?.textContent);
  expect(titles).toEqual(["Late", "Next milestone", "At work", "Needs you", "Next tasks", "Coming four weeks", "Board", "Since you were here", "Effort budget"]);
  await expect.element(page.getByText("64% done: 25 of 39 tasks")).toBeVisible();
  const counts = [...document.querySelectorAll(".status-counts li")].map(({ textContent }) => textContent);
  expect(counts).toEqual(["9 To do", "2 In progress", "2 Review", "1 Blocked", "24 Done", "1 Skipped"]);
  await expect.element(card("Late").getByText("6 days late · AI agent")).toBeVisible();
  await expect.element(card("Next milestone").getByText("57% of 14 tasks done · Forecast 3 Dec (50%) to 11 Dec (85%)")).toBeVisible();
  await expect.element(card("Next milestone").getByText("At risk")).toBeVisible();
  await expect.element(card("At work").getByText("codex · active 3 min ago")).toBeVisible();
  await expect.element(card("Needs you").getByText(/^waits for Get the contract signed/u)).toBeVisible();
  await expect.element(card("Effort budget").getByText("1,284 h in the end, 84 h over budget")).toBeVisible();
});

it.each<[name: string | RegExp, target: DashboardTarget]>([
  ["9 To do", { kind: "board", statuses: ["todo"], byDue: false }],
  ["Files: 1 warning", { kind: "problems" }],
  ["Board", { kind: "board", statuses: [], byDue: false }],
  ["Metrics", { kind: "metrics" }],
  ["Sessions", { kind: "sessions" }],
  ["Clarify the licence of the coast line data", { kind: "task", id: "t7" }],
  ["Beta", { kind: "metrics" }],
  ["Feed parser: gaps and time zones", { kind: "sessions", id: "s-1" }],
  ["Ask the harbour office for feed access", { kind: "sessions", id: "s-1" }],
  ["Store levels in centimetres", { kind: "sessions", id: "s-1" }],
  [/^Print a week of tides.*To do.*28 Dec/u, { kind: "gantt", id: "t11" }],
  ["21 more", { kind: "board", statuses: ["done"], byDue: false }],
  ["2 more", { kind: "gantt" }],
])("“%s” opens the thing behind it", async (name, target) => {
  await open();
  await page.getByRole("button", { name }).first().click();
  await expect.poll(() => dashboard.opened).toEqual([target]);
});

it("late tasks that are left out are on the board, by due date", async () => {
  await open({ dashboard: { ...demoView, overdue: { ...demoView.overdue, total: 30 } } });
  await card("Late").getByRole("button", { name: "28 more" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "board", statuses: ["todo", "in_progress", "review", "blocked"], byDue: true }]);
});

it("groups the changes of others, and leads to what was changed", async () => {
  await open();
  const changes = card("Since you were here");
  await expect.element(changes.getByText("changed the status from In progress to Review, logged 2 h of work")).toBeVisible();
  await expect.element(changes.getByText("deleted the task “Try vector tiles”")).toBeVisible();
  await changes.getByRole("button", { name: /Show the water level/u }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "task", id: "t6" }]);
  // A deleted task cannot be opened.
  expect(changes.getByRole("button", { name: /vector tiles/u }).elements()).toEqual([]);
});

it("the first visit has no changes, a quiet one says so", async () => {
  const past = (changes: FakePast["history"]["changes"], since: number | null) => (): FakePast => ({ ...demoPast(), history: { ...demoHistory, changes }, since });
  await open({ past: past(null, null) });
  expect(document.querySelector(".changes-card")).toBeNull();
  dashboard.close();
  await open({ past: past({ actors: [], more: 0 }, Date.now()) });
  await expect.element(page.getByText("Nobody else has changed anything.")).toBeVisible();
});

it("is usable before the past is read, and follows changes one request at a time", async () => {
  const waiting: ((past: FakePast) => void)[] = [];
  dashboard = await openDashboard({ past: () => new Promise((resolve) => void waiting.push(resolve)) });
  await expect.element(card("Late").getByText("6 days late · AI agent")).toBeVisible();
  expect(document.querySelectorAll(".panel [aria-busy=true]").length).toBe(2);
  await expect.element(card("Next milestone").getByText("Beta")).toBeVisible();
  dashboard.change({ dashboard: { ...demoView, completion: { done: 26, total: 39 } } });
  dashboard.change({ dashboard: { ...demoView, completion: { done: 27, total: 39 } } });
  await expect.element(page.getByText("69% done: 27 of 39 tasks")).toBeVisible();
  expect(dashboard.pastRequests()).toBe(1);
  waiting[0]?.(demoPast());
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.(demoPast());
  await expect.element(page.getByText("981 h of 1,200 h used")).toBeVisible();
  expect(dashboard.pastRequests()).toBe(2);
});

it("an error of the past leaves the rest usable", async () => {
  dashboard = await openDashboard({ past: () => Promise.reject(new Error("The log cannot be read.")) });
  await expect.element(page.getByText("The log cannot be read.").first()).toBeVisible();
  await expect.element(card("Late").getByText("6 days late · AI agent")).toBeVisible();
});

it("every row can be reached and opened with the keyboard", async () => {
  await open();
  card("Late").getByRole("button").first().element().focus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "task", id: "t7" }]);
  const lost = [...document.querySelectorAll(".dashboard [title], .row")].filter((element) => element.matches("button") && element.getAttribute("tabindex") === "-1");
  expect(lost).toEqual([]);
});

it("quiet cards say that there is nothing to do", async () => {
  const nothing = { total: 0, tasks: [] };
  const quiet: DashboardView = {
    ...demoView,
    overdue: nothing,
    review: nothing,
    blocked: nothing,
    next: nothing,
    working: nothing,
    timers: [],
    timeline: { ...demoView.timeline, bars: [], total: 0 },
  };
  const none = { total: 0, entries: [] };
  const past = (): FakePast => ({ ...demoPast(), history: { ...demoHistory, items: none, decisions: none, sessions: [] } });
  await open({ dashboard: quiet, past, project: { ...demoProject, milestones: [], warnings: 0 } });
  for (const text of ["No open task is past its due date.", "Nobody holds a task", "Nothing to review, unblock, tick or verify.", "No task can be started", "No open task has dates", "The project has no milestones."]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
});

it("a project without tasks offers to create one, unless it is read-only", async () => {
  dashboard = await openDashboard({ project: { ...demoProject, total: 0 } });
  await page.getByRole("button", { name: "New Task" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "newTask" }]);
  dashboard.close();
  dashboard = await openDashboard({ project: { ...demoProject, total: 0 }, readOnly: "untrusted" });
  await expect.element(page.getByText("This workspace is not trusted, so tasks are read-only.")).toBeVisible();
  expect(page.getByRole("button", { name: "New Task" }).elements()).toEqual([]);
});

it("says what could not be read, and that writing is paused", async () => {
  const unread = [{ template: "The folder {path} could not be read.", args: { path: "tasks/t1" } }];
  const paused = { scope: "project", reason: "", text: { template: "Writing is paused.", args: {} } } as const;
  await open({ project: { ...demoProject, unread, paused } });
  await expect.element(page.getByText("The folder tasks/t1 could not be read.")).toBeVisible();
  await expect.element(page.getByText("Writing is paused.")).toBeVisible();
});

it("leads to the other projects only if there are some", async () => {
  await open();
  expect(page.getByRole("button", { name: "All Projects" }).elements()).toEqual([]);
  dashboard.change({ hasOthers: true });
  await page.getByRole("button", { name: "All Projects" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "projects" }]);
});

it("text of the project is no markup", async () => {
  const [first] = demoView.next.tasks;
  const evil = "<img src=x onerror=alert(1)>";
  await open({ dashboard: { ...demoView, next: { total: 1, tasks: first === undefined ? [] : [{ ...first, card: { ...first.card, title: evil } }] } } });
  await expect.element(card("Next tasks").getByText(evil)).toBeVisible();
  expect(document.querySelector("img")).toBeNull();
});
