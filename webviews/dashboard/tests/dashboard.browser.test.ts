// The page: what it shows, and what its figures open.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { DashboardTarget } from "../../contract/dashboard.ts";
import type { DashboardHistory, DashboardView, Forecast, MilestoneOutlook } from "../../contract/generated/protocol.ts";
import { gate } from "../../shared/testing/gate.ts";
import { demoHistory, demoNotice, demoPast, demoProject, demoView } from "../testing/demo.ts";
import type { FakePast } from "../testing/demo.ts";
import type { FakeDashboardOptions } from "../testing/fakeDashboard.ts";
import { openDashboard } from "../testing/openDashboard.ts";
import type { DashboardTestPage } from "../testing/openDashboard.ts";
import { fakeToday } from "../../shared/testing/fakeTasks.ts";
import { dayOf } from "../../shared/time/days.ts";

let dashboard: DashboardTestPage;
afterEach(() => dashboard.close());

const day = (offset: number): number => (dayOf(fakeToday) ?? 0) + offset;
const card = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}`, "u") });

/** Opens the page, and waits until it has everything. */
async function open(options: FakeDashboardOptions = {}): Promise<void> {
  dashboard = await openDashboard(options);
  await expect.element(page.getByText("981 h of 1,200 h used")).toBeVisible();
}

it("shows the state of the project in its order of importance", async () => {
  await open();
  const titles = [...document.querySelectorAll(".panel h2")].map(({ firstChild }) => firstChild?.textContent);
  expect(titles).toEqual(["Needs you", "Late", "Next milestone", "At work", "Since you were here", "Next tasks", "Effort budget", "Coming four weeks", "Board"]);
  await expect.element(page.getByText("64% finished: 25 of 39 tasks done or skipped")).toBeVisible();
  const counts = [...document.querySelectorAll(".status-counts li")].map(({ textContent }) => textContent);
  expect(counts).toEqual(["8 To do", "3 In progress", "2 Review", "1 Blocked", "24 Done", "1 Skipped"]);
  await expect.element(card("Late").getByText("6 days late · AI agent")).toBeVisible();
  await expect.element(card("Next milestone").getByText("57% of 14 tasks finished · Possible by 3 Dec, likely by 11 Dec")).toBeVisible();
  await expect.element(card("Next milestone").getByText("At risk")).toBeVisible();
  await expect.element(card("At work").getByText("codex · active 3 min ago")).toBeVisible();
  await expect.element(card("Needs you").getByText(/^waits for Get the contract signed/u)).toBeVisible();
  await expect.element(card("Effort budget").getByText("1,284 h expected in all, 84 h over budget")).toBeVisible();
});

it.each<[name: string | RegExp, target: DashboardTarget]>([
  [/^64% finished/u, { kind: "board", statuses: ["done", "skipped"], byDue: false }],
  ["Late: 2", { kind: "board", statuses: [], byDue: true, overdue: true }],
  ["At work: 3", { kind: "board", statuses: ["in_progress"], byDue: false }],
  ["To review: 2", { kind: "board", statuses: ["review"], byDue: false }],
  ["Your checklist: 1", { kind: "sessions", tab: "register" }],
  ["8 To do", { kind: "board", statuses: ["todo"], byDue: false }],
  ["Files: 1 warning", { kind: "problems" }],
  [/^Board$/u, { kind: "board", statuses: [], byDue: false }],
  ["Metrics", { kind: "metrics" }],
  ["Time", { kind: "time" }],
  ["Library", { kind: "library" }],
  ["Sessions", { kind: "sessions" }],
  ["Clarify the licence of the coast line data", { kind: "task", id: "t7" }],
  [/^Beta.*0\.9\.0 · Active.*At risk/u, { kind: "board", statuses: [], byDue: false, milestone: "Beta" }],
  ["Milestone Beta · 0.9.0 · Active · 5 Dec", { kind: "board", statuses: [], byDue: false, milestone: "Beta" }],
  ["Forecast", { kind: "metrics" }],
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

it("entries that are left out are on the register", async () => {
  await open({ past: () => ({ ...demoPast(), history: { ...demoHistory, decisions: { ...demoHistory.decisions, total: 9 } } }) });
  await card("Needs you").getByRole("button", { name: "8 more" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "sessions", tab: "register" }]);
});

it("a long name of the user leaves the heading in one line and the figure in the card", async () => {
  await open({ me: "Maximiliana von und zu Hohenschwangau-Neuschwanstein" });
  const [title, count] = ["h2", "h2 > .card-count"].map((part) => document.querySelector(`.needs-card ${part}`)?.getBoundingClientRect());
  const header = document.querySelector(".needs-card > header")?.getBoundingClientRect();
  expect(title?.height).toBeLessThan(30);
  expect(count?.right).toBeLessThanOrEqual(header?.right ?? 0);
});

it("says who the user is, and lists tasks that nobody works on apart", async () => {
  await open();
  await expect.element(card("Needs you").getByText("Mika")).toBeVisible();
  const lists = [...document.querySelectorAll(".working-card :is(h3, .row .clipped:first-child)")].map(({ textContent }) => textContent);
  expect(lists.slice(2, 4)).toEqual(["In progress, unassigned", "Draw the buoys"]);
});

it("a running timer says whose time it measures, and goes on unless its program has ended", async () => {
  const [first] = demoView.timers;
  if (first === undefined) throw new Error("No timer runs.");
  const codex = { kind: "agent", name: "codex" } as const;
  const timers = [first, { ...first, id: "t6", title: "Of an agent", agent: codex }, { ...first, id: "t7", title: "Left", startedAt: null, elapsedMs: 60_000 }, { ...first, id: "t8" }];
  await open({ dashboard: { ...demoView, timers } });
  const rows = [...document.querySelectorAll(".working-card .row:has(.codicon-watch)")].map(({ textContent }) => textContent);
  expect(rows).toEqual(["Cache map tiles on the deviceMikaruns for 1:15 h", "Of an agentcodexruns for 1:15 h", "LeftMika · left behind by a program that has endedruns for 0:01 h"]);
  await card("At work").getByRole("button", { name: "1 more" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "time" }]);
});

it("on the first visit there are no changes", async () => {
  const log = gate();
  const past = async (): Promise<FakePast> => {
    await log.wait();
    return { ...demoPast(), history: { ...demoHistory, changes: null }, since: null };
  };
  dashboard = await openDashboard({ isFirstVisit: true, past });
  await expect.element(card("Late").getByText("6 days late · AI agent")).toBeVisible();
  const titles = () => [...document.querySelectorAll(".panel h2")].map(({ firstChild }) => firstChild?.textContent).slice(3);
  const expected = ["At work", "Next tasks", "Effort budget", "Coming four weeks", "Board"];
  expect(titles()).toEqual(expected);
  log.open();
  await expect.element(page.getByText("981 h of 1,200 h used")).toBeVisible();
  expect(titles()).toEqual(expected);
});

it("late tasks that are left out are on the board, which shows exactly the late ones", async () => {
  await open({ dashboard: { ...demoView, overdue: { ...demoView.overdue, total: 30 } } });
  await card("Late").getByRole("button", { name: "28 more" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "board", statuses: [], byDue: true, overdue: true }]);
});

it("late tasks are at the beginning of the timeline, with the day on which they were due", async () => {
  await open();
  const rows = [...document.querySelectorAll(".timeline-rows > li")].slice(1);
  const marks = rows.map((row) => row.querySelector(".timeline-late")?.textContent.trim());
  expect(marks).toEqual(["due 18 Nov", "due 22 Nov", undefined, undefined, undefined, undefined, undefined, undefined]);
  const days = document.querySelector(".timeline-days")?.getBoundingClientRect().left ?? 0;
  expect(rows[0]?.querySelector(".timeline-late")?.getBoundingClientRect().left).toBeCloseTo(days, 0);
  await card("Coming four weeks").getByRole("button", { name: /^Parse the tide feed.*In progress, Late, due 18 Nov/u }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "gantt", id: "t4" }]);
});

it("closed days are stripes through all rows of the timeline, milestones included", async () => {
  await open();
  const stripes = [...document.querySelectorAll(".timeline-track")].map((track) => [...track.querySelectorAll<HTMLElement>(".closed-day")].map(({ style }) => style.gridColumn));
  expect(document.querySelectorAll(".milestone-row").length).toBeGreaterThan(0);
  expect(stripes[0]?.length).toBeGreaterThan(0);
  expect(stripes.every((days) => days.join(" ") === stripes[0]?.join(" "))).toBe(true);
});

it("a narrow page has the titles of the timeline above its bars, and no closed day in front of them", async () => {
  dashboard = await openDashboard({}, 360);
  await expect.element(page.getByText("981 h of 1,200 h used")).toBeInTheDocument();
  const titles = [...document.querySelectorAll(".timeline-row:not(.milestone-row) > .row-text")];
  expect(titles.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
  const [title, track] = [".row-text", ".timeline-track"].map((part) => document.querySelector(`.timeline-row:has(.timeline-late) ${part}`)?.getBoundingClientRect());
  expect(track?.top).toBeGreaterThanOrEqual(title?.bottom ?? Infinity);
  const mark = document.querySelector(".timeline-late");
  mark?.scrollIntoView();
  const { right = 0, top = 0, height = 0 } = mark?.getBoundingClientRect() ?? {};
  // The mark reaches into a closed day.
  expect(mark?.contains(document.elementFromPoint(right - 2, top + height / 2))).toBe(true);
});

it("counts of large projects are written in groups of digits", async () => {
  await open({ dashboard: { ...demoView, completion: { done: 606, total: 1800 }, next: { ...demoView.next, total: 1804 } } });
  await expect.element(page.getByText("33% finished: 606 of 1,800 tasks done or skipped")).toBeVisible();
  await expect.element(card("Next tasks").getByText("1,800 more")).toBeVisible();
  // No page has exactly these, so it leads nowhere.
  await expect.element(card("Next tasks").getByRole("button", { name: "1,800 more" })).not.toBeInTheDocument();
});

it("explains what the words of a forecast mean", async () => {
  await open();
  const meaning = "Simulated from the pace so far: 50% of the courses are finished by 3 Dec, 85% by 11 Dec.";
  await expect.element(card("Next milestone").getByTitle(meaning)).toBeVisible();
  await expect.element(card("Next milestone").getByRole("button", { name: meaning })).toBeVisible();
});

it("without a forecast it says what one needs, and from when there can be one", async () => {
  const sentence = "A forecast needs a done task and 5 working days with tasks. So far: 0 done, 3 of 5 days. Possible from 26 Nov";
  const milestones = demoHistory.milestones.map((entry): MilestoneOutlook => ({ ...entry, outlook: "unknown", milestone: { ...entry.milestone, p50: null, p85: null } }));
  const past = (history: Partial<DashboardHistory>) => (): FakePast => ({ ...demoPast(), history: { ...demoHistory, ...history } });
  const none: Forecast = { runs: 10_000, seed: 1, remainingTasks: 14, sampleDays: 3, sampleTasks: 0, sampleScopeChange: 0, p50: null, p85: null, p95: null, week: null };
  const outlook = () => page.elementLocator(document.querySelector(".outlook") ?? document.body);
  await open({ past: past({ milestones, forecast: none, notice: demoNotice }) });
  await expect.element(outlook()).toHaveTextContent(sentence);
  dashboard.close();
  await open({ past: past({ milestones, notice: null }) });
  await expect.element(card("Next milestone").getByText("More than ten years away at the pace so far").first()).toBeVisible();
  dashboard.close();
  await open({ past: past({ forecast: { ...none, remainingTasks: 0 } }) });
  await expect.element(outlook()).toHaveTextContent("All tasks are finished.");
});

it.each<[change: Partial<Forecast>, sentence: string]>([
  [{}, "All open tasks are possibly done by 24 Dec (50% sure), and likely by 4 Jan 2027 (85% sure). Since last week: 3 tasks done, 2 added, 4 days later."],
  [{ p85: null, week: { doneTasks: 1, scopeChange: 0, p50: null, p85: null } }, "All open tasks are possibly done by 24 Dec (50% sure). Since last week: 1 task done."],
  [{ p50: day(41), week: { doneTasks: 0, scopeChange: -3, p50: null, p85: day(42) } }, "All open tasks are likely done by 4 Jan 2027 (85% sure). Since last week: 0 tasks done, 3 removed, 1 day earlier."],
  [{ week: null }, "All open tasks are possibly done by 24 Dec (50% sure), and likely by 4 Jan 2027 (85% sure)."],
])("says in one sentence when all is done, how sure that is, and what has changed: %o", async (change, sentence) => {
  const forecast = demoHistory.forecast === null ? null : { ...demoHistory.forecast, ...change };
  await open({ past: () => ({ ...demoPast(), history: { ...demoHistory, forecast } }) });
  const shown = document.querySelector(".outlook")?.cloneNode(true) as HTMLElement;
  for (const hidden of shown.querySelectorAll(".visually-hidden")) hidden.remove();
  expect(shown.textContent.trim().replaceAll(/\s+/gu, " ")).toBe(sentence);
});

it("says why nothing can be said about a milestone", async () => {
  const [, beta] = demoHistory.milestones;
  if (beta === undefined) throw new Error("There is no milestone.");
  const unknown = (milestone: Partial<MilestoneOutlook["milestone"]>): MilestoneOutlook => ({ ...beta, outlook: "unknown", milestone: { ...beta.milestone, ...milestone } });
  const milestones = [unknown({ name: "A", tasks: { done: 0, total: 0 }, p50: null, p85: null }), unknown({ name: "B", date: null })];
  await open({ past: () => ({ ...demoPast(), history: { ...demoHistory, milestones } }) });
  const verdicts = [...document.querySelectorAll(".verdict")].map(({ textContent }) => textContent.trim());
  expect(verdicts).toEqual(["No tasks", "No date"]);
});

it("a column with a limit says how many tasks it has and may have", async () => {
  const over = demoView.columns.map((column) => (column.status === "in_progress" ? { ...column, wip: 4 } : column));
  await open();
  const column = card("Board").getByRole("button", { name: /^In progress/u });
  await expect.element(column).toHaveTextContent("3 (max. 3)");
  await expect.element(column).toHaveAccessibleName("In progress Tasks: 3, limit: 3");
  dashboard.change({ dashboard: { ...demoView, columns: over } });
  await expect.element(column).toHaveAccessibleName("In progress Tasks: 4, over the limit of 3");
  expect(document.querySelector(".column-count .codicon-warning")).not.toBeNull();
});

it("groups the changes of others, and leads to what was changed", async () => {
  await open();
  const changes = card("Since you were here");
  await expect.element(changes.getByText("changed the status from In progress to Review, logged 2 h of work")).toBeVisible();
  await expect.element(changes.getByText("deleted the task", { exact: true })).toBeVisible();
  await changes.getByRole("button", { name: /Show the water level/u }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "task", id: "t6" }]);
  // A deleted task cannot be opened.
  expect(changes.getByRole("button", { name: /vector tiles/u }).elements()).toEqual([]);
});

it("lists all changes in place, by mouse and keyboard, and the first ones again", async () => {
  const [codex, kenji] = demoHistory.changes?.actors ?? [];
  if (codex === undefined || kenji === undefined) throw new Error("The example has no changes.");
  const hidden = { ...kenji, actor: { kind: "human" as const, name: "noor" }, subjects: kenji.subjects.map((subject) => ({ ...subject, id: "t98", title: "Try raster tiles" })) };
  const withChanges = (changes: NonNullable<FakePast["history"]["changes"]>): FakePast => ({ ...demoPast(), history: { ...demoHistory, changes } });
  await open({
    past: ({ allChanges }) => withChanges(allChanges ? { actors: [{ ...codex, more: 0 }, kenji, hidden], more: 0 } : { actors: [codex, kenji], more: 1 }),
  });
  const changes = card("Since you were here");
  await changes.getByRole("button", { name: "4 more" }).click();
  await expect.element(changes.getByText("Try raster tiles", { exact: true })).toBeVisible();
  const toggle = changes.getByRole("button", { name: "Show fewer" });
  await expect.element(toggle).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(changes.getByRole("button", { name: "and 1 more person or agent" })).toBeVisible();
  await expect.element(changes.getByRole("button", { name: "Show all" })).toHaveFocus();
  expect(changes.getByText("Try raster tiles", { exact: true }).query()).toBeNull();
});

it("the first visit has no changes, a quiet one says so", async () => {
  const past = (changes: FakePast["history"]["changes"], since: number | null) => (): FakePast => ({ ...demoPast(), history: { ...demoHistory, changes }, since });
  await open({ isFirstVisit: true, past: past(null, null) });
  expect(document.querySelector(".changes-card")).toBeNull();
  dashboard.close();
  await open({ past: past({ actors: [], more: 0 }, Date.now()) });
  await expect.element(page.getByText("Nobody else has changed anything.")).toBeVisible();
});

it("is usable before the past is read, and follows changes one request at a time", async () => {
  const waiting: ((past: FakePast) => void)[] = [];
  dashboard = await openDashboard({ past: () => new Promise((resolve) => void waiting.push(resolve)) });
  await expect.element(card("Late").getByText("6 days late · AI agent")).toBeVisible();
  expect(document.querySelectorAll(".panel [aria-busy=true]").length).toBe(3);
  await expect.element(card("Next milestone").getByText("Beta")).toBeVisible();
  dashboard.change({ dashboard: { ...demoView, completion: { done: 26, total: 39 } } });
  dashboard.change({ dashboard: { ...demoView, completion: { done: 27, total: 39 } } });
  await expect.element(page.getByText("69% finished: 27 of 39 tasks done or skipped")).toBeVisible();
  expect(dashboard.pastRequests()).toBe(1);
  waiting[0]?.(demoPast());
  // The pause between two requests is a multiple of the time of the first one.
  await expect.poll(() => waiting.length, { timeout: 15_000 }).toBe(2);
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
  document.querySelector<HTMLElement>(".late-card .row")?.focus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "task", id: "t7" }]);
  const lost = [...document.querySelectorAll(".panels [title], .row")].filter((element) => element.matches("button") && element.getAttribute("tabindex") === "-1");
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
  for (const text of ["No open task is past its due date.", "Nobody holds a task", "Nothing to review, unblock, tick, verify or repair, and no agent waits.", "No task can be started", "No open task is late or has dates", "The project has no milestones."]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
  await card("Next milestone").getByRole("button", { name: "Open Project Settings" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "settings", section: "milestones" }]);
});

it("a project without tasks has one primary button, and offers the other steps, unless it is read-only", async () => {
  dashboard = await openDashboard({ project: { ...demoProject, total: 0 } });
  await expect.element(page.getByRole("button", { name: "New Task" })).toHaveFocus();
  expect([...document.querySelectorAll(".button.primary")].map(({ textContent }) => textContent)).toEqual(["New Task"]);
  await expect.element(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  await page.getByRole("button", { name: "New Task" }).click();
  await page.getByRole("button", { name: "Add People and Agents" }).click();
  await page.getByRole("button", { name: "Connect an Agent…" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "newTask" }, { kind: "settings", section: "assignees" }, { kind: "agents" }]);
  dashboard.close();
  dashboard = await openDashboard({ project: { ...demoProject, total: 0 }, readOnly: "untrusted" });
  await expect.element(page.getByText("This workspace is not trusted, so tasks are read-only.")).toBeVisible();
  expect(page.getByRole("button", { name: "New Task" }).elements()).toEqual([]);
});

it("with tasks and without an agent, the next step is to connect one, until it is done or declined", async () => {
  const past = (): FakePast => ({ ...demoPast(), history: { ...demoHistory, hasAgents: false } });
  const primary = () => [...document.querySelectorAll(".button.primary")].map(({ textContent }) => textContent);
  await open({ past });
  expect(primary()).toEqual(["Connect an Agent…"]);
  await page.getByRole("button", { name: "Connect an Agent…" }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "agents" }]);
  await page.getByRole("button", { name: "Do not show this again" }).click();
  await expect.poll(primary).toEqual(["New Task"]);
  dashboard.close();
  await open();
  expect(primary()).toEqual(["New Task"]);
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

it("lists its keys", async () => {
  await open();
  await page.getByRole("button", { name: "Keys and gestures" }).click();
  await expect.element(page.getByRole("dialog", { name: "Keys and gestures" }).getByText("go from figure to figure")).toBeVisible();
});
