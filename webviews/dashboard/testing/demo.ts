// A made-up project in the middle of its work, as the engine describes it, and the recorded example.
import type { DashboardPast } from "../../contract/dashboard.ts";
import type {
  Card,
  DashboardHistory,
  DashboardView,
  Event,
  ListedTask,
  MilestoneOutlook,
  Outlook,
  ProjectGlance,
  ProjectView,
  RegisterRow,
  Report,
  Status,
  Text,
} from "../../contract/generated/protocol.ts";
import { statuses } from "../../contract/generated/values.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import { fakeHolder } from "../../shared/testing/fakeHolder.ts";
import { fakeProjectView, fakeToday } from "../../shared/testing/fakeTasks.ts";
import { dateOf, dayOf } from "../../shared/time/days.ts";
import recorded from "./tideAtlas.json";

/** The past without the snapshot, which the host adds. */
export type FakePast = Omit<DashboardPast, "snapshot">;

/** The dashboard of tests/projects/tide-atlas, recorded by scripts/recordBoard.mjs. */
export const tideAtlas = recorded as unknown as { project: ProjectView; dashboard: DashboardView; past: FakePast; glance: ProjectGlance };

const today = dayOf(fakeToday) ?? 0;
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

const listed = (card: Card, since: string | null = null, waitsFor: ListedTask["waitsFor"] = []): ListedTask => ({
  card,
  since,
  waitsFor,
  openCriteria: [],
  ...(card.overdue && card.dueDate !== undefined && { overdueSince: card.dueDate }),
});
const day = (offset: number): string => dateOf(today + offset);

const parser = fakeCard("t4", "Parse the tide feed of the harbour office", "in_progress", { assignee: "ai", dueDate: day(-6), overdue: true, priority: "high", holder: fakeHolder(3) });
const licence = fakeCard("t7", "Clarify the licence of the coast line data", "blocked", { assignee: "maya", dueDate: day(-2), overdue: true, blockedBy: ["t9"] });
const tiles = fakeCard("t5", "Cache map tiles on the device", "in_progress", { assignee: "kenji", dueDate: day(4), priority: "high" });
const buoys = fakeCard("t13", "Draw the buoys", "in_progress");
const review = fakeCard("t6", "Show the water level at a pier", "review", { assignee: "ai", dueDate: day(2), criteria: { done: 1, total: 2 } });
const words = fakeCard("t12", "日本語の港名を表示する", "review", { assignee: "kenji" });
const offline = fakeCard("t8", "Work without a network", "todo", { assignee: "maya", dueDate: day(9), priority: "high" });
const alarm = fakeCard("t10", "Warn before the water is too low", "todo", { dueDate: day(16), priority: "medium" });
const print = fakeCard("t11", "Print a week of tides", "todo", { dueDate: day(24), priority: "low" });
const contract = fakeCard("t9", "Get the contract signed", "todo", { assignee: "maya", dueDate: day(1), priority: "high" });
const done = ["Draw the coast line", "Choose the map library", "Store settings"].map((title, at) => fakeCard(`t${at + 1}`, title, "done"));
const cards = [contract, offline, alarm, print, parser, tiles, buoys, review, words, ...done, licence];
const counts: Record<Status, number> = { todo: 8, in_progress: 3, review: 2, done: 24, blocked: 1, skipped: 1 };

function entry(id: string, kind: RegisterRow["kind"], text: string): RegisterRow {
  return { id, kind, text, reason: "", confidence: "", detail: "", state: { kind: "standing" }, since: hoursAgo(30), author: "codex", sessions: ["s-1"], supersedes: [], private: false };
}

export const demoView: DashboardView = {
  revision: 1,
  completion: { done: 25, total: 39 },
  counts: statuses.map((status) => ({ status, count: counts[status] })),
  overdue: { total: 2, tasks: [listed(parser, hoursAgo(50)), listed(licence, hoursAgo(75))] },
  review: { total: 2, tasks: [{ ...listed(review, hoursAgo(29)), openCriteria: [{ index: 1, item: "Read by a sailor" }] }, listed(words)] },
  blocked: { total: 1, tasks: [listed(licence, hoursAgo(75), [{ id: "t9", title: "Get the contract signed", status: "todo" }])] },
  next: { total: 7, tasks: [contract, offline, alarm, print].map((card) => listed(card)) },
  working: { total: 3, tasks: [listed(parser, hoursAgo(50)), listed(tiles, hoursAgo(20)), listed(buoys)] },
  timers: [{ id: "t5", title: tiles.title, elapsedMs: 1.25 * HOUR_MS, startedAt: hoursAgo(1.25), owner: "editor", agent: null }],
  columns: statuses.map((status) => ({
    status,
    total: counts[status],
    limit: status === "in_progress" ? 3 : null,
    wip: counts[status],
    cards: cards.filter((card) => card.status === status).slice(0, 3),
  })),
  proposals: { total: 0, proposals: [] },
  timeline: {
    from: today,
    to: today + 27,
    closed: [4, 5, 11, 12, 18, 19, 25, 26].map((offset) => today + offset),
    bars: [
      { card: parser, start: today - 14, end: today - 6 },
      { card: licence, start: today - 2, end: today - 2 },
      { card: contract, start: today - 3, end: today + 1 },
      { card: review, start: today - 1, end: today + 2 },
      { card: tiles, start: today, end: today + 4 },
      { card: offline, start: today + 2, end: today + 9 },
      { card: alarm, start: today + 10, end: today + 16 },
      { card: print, start: today + 20, end: today + 34 },
    ],
    total: 10,
  },
};

function milestone(name: string, offset: number | null, tasks: { done: number; total: number }, outlook: Outlook, p50: number | null, p85: number | null): MilestoneOutlook {
  const date = offset === null ? null : today + offset;
  const to = (days: number | null): number | null => (days === null ? null : today + days);
  return { milestone: { name, date, tasks, finishedHours: 40, scopeHours: 80, remainingHours: 30, p50: to(p50), p85: to(p85) }, outlook, overdue: 0, after: 0, undated: 0 };
}

const beta = milestone("Beta", 11, { done: 8, total: 14 }, "atRisk", 9, 17);

const demoMilestones = [
  milestone("Alpha", -30, { done: 12, total: 12 }, "reached", null, null),
  { ...beta, milestone: { ...beta.milestone, version: "0.9.0", status: "active" as const } },
  milestone("Version 1.0", 45, { done: 4, total: 11 }, "onTrack", 30, 41),
];

function demoEvent(change: Event["change"], more: Partial<Event> = {}): Event {
  return { id: "e", at: hoursAgo(5), actor: { kind: "agent", name: "codex" }, task: "t6", change, ...more };
}

export const demoHistory: DashboardHistory = {
  revision: 1,
  items: { total: 1, entries: [entry("c-1", "openItem", "Ask the harbour office for feed access")] },
  decisions: { total: 1, entries: [entry("d-1", "decision", "Store levels in centimetres")] },
  sessions: [{ id: "s-1", summary: "Feed parser: gaps and time zones", label: "feed", author: "codex", startedAt: hoursAgo(2) }],
  milestones: demoMilestones,
  forecast: { runs: 10_000, seed: 1, remainingTasks: 14, sampleDays: 60, sampleTasks: 25, sampleScopeChange: 3, p50: today + 30, p85: today + 41, p95: today + 50, week: { doneTasks: 3, scopeChange: 2, p50: today + 28, p85: today + 37 } },
  notice: null,
  hasAgents: true,
  changes: {
    actors: [
      {
        actor: { kind: "agent", name: "codex" },
        observed: false,
        subjects: [
          { kind: "task", id: "t6", title: review.title, status: "review", events: [demoEvent({ kind: "field", field: "status", from: "in_progress", to: "review" }), demoEvent({ kind: "time", hours: 2 })], more: 0 },
          { kind: "task", id: "t10", title: alarm.title, status: "todo", events: [demoEvent({ kind: "created", title: alarm.title })], more: 1 },
          { kind: "session", id: "s-1", title: "", status: null, events: [demoEvent({ kind: "session", act: "saved", summary: "Feed parser: gaps and time zones" })], more: 0 },
        ],
        more: 4,
      },
      {
        actor: { kind: "human", name: "kenji" },
        observed: false,
        subjects: [{ kind: "task", id: "t99", title: "Try vector tiles", status: null, events: [demoEvent({ kind: "deleted", title: "Try vector tiles" }, { actor: { kind: "human", name: "kenji" } })], more: 0 }],
        more: 0,
      },
    ],
    more: 0,
  },
};

export const demoNotice: Text = {
  template: "A forecast needs a done task and {minimum} working days with tasks. So far: {done} done, {days} of {minimum} days. Possible from {date}.",
  args: { minimum: "5", done: "0", days: "3", date: { date: "2026-11-26" } },
};

export const demoPast = (): FakePast => ({ history: demoHistory, since: Date.now() - 26 * HOUR_MS, effort: demoEffort() });

/** 40 weeks of work: the budget runs out before the work does. */
function demoEffort(): Report {
  const days = Array.from({ length: 180 }, (_, at) => {
    const usedHours = Math.round((at * 981) / 179);
    return { day: today - 179 + at, usedHours, leftHours: 1200 - usedHours, remainingHours: Math.round(620 - (at * 317) / 179) };
  });
  const budget = { budgetHours: 1200, usedHours: 981, leftHours: 219, remainingHours: 303, projectedHours: 1284 };
  const series: Report["series"] = { report: "effort", data: { days, budget } };
  return { revision: 1, source: "log", exactFrom: today - 179, from: today - 179, to: today, today, notice: null, series, groups: [] };
}

export const demoProject: ProjectView = fakeProjectView([], {
  name: "Harbour Map",
  total: 42,
  warnings: 1,
  milestones: demoMilestones.map(({ milestone: { name, date, tasks, ...facts } }) => ({
    ...(facts.version === undefined ? {} : { version: facts.version }),
    ...(facts.status === undefined ? {} : { status: facts.status }),
    name,
    date: date === null ? "" : dateOf(date),
    color: "",
    description: "",
    configured: true,
    progress: tasks,
  })),
});

const [, demoBeta] = demoMilestones;

export const demoGlance: ProjectGlance = {
  revision: 1,
  completion: demoView.completion,
  overdue: 2,
  blocked: 1,
  waiting: 5,
  milestone: demoBeta ?? null,
  notice: null,
  working: demoView.working,
  lastActivity: hoursAgo(1),
};
