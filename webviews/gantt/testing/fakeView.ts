// A plan for tests of the panels: a few tasks, or any number.
import type { GanttRow, GanttView, ProjectView, Proposal } from "../../contract/generated/protocol.ts";
import { fakePeople } from "../../shared/testing/fakePeople.ts";
import { fakeProjectView, noNeeds } from "../../shared/testing/fakeTasks.ts";
import { dayOf } from "../../shared/time/days.ts";

export const today = "2026-11-24";

export function day(date: string): number {
  return dayOf(date) ?? 0;
}

const plain = { depth: 0, progress: 0 };

export function row(id: string, title: string, more: Partial<GanttRow> = {}): GanttRow {
  return { ...plain, key: id, id, title, status: "todo", ...more };
}

function dates(start: string, due: string): { start: number; due: number } {
  return { start: day(start), due: day(due) };
}

export const fewRows: GanttRow[] = [
  row("t1", "Platform foundation", { below: 3, status: "in_progress", ...dates("2026-11-02", "2026-12-04"), hours: 62, progress: 48 }),
  row("t1.1", "Repository & CI", { depth: 1, status: "done", assignee: "maya", ...dates("2026-11-02", "2026-11-06"), hours: 14, progress: 100, slack: 0 }),
  row("t1.2", "Parse feed → normalised rows", {
    depth: 1,
    status: "in_progress",
    assignee: "kenji",
    ...dates("2026-11-09", "2026-11-23"),
    hours: 32,
    progress: 40,
    critical: true,
    overdue: true,
    slack: 0,
    baselineStart: day("2026-11-09"),
    baselineDue: day("2026-11-18"),
    slip: 3,
  }),
  row("t1.3", "観測所リスト取得 <station list>", {
    depth: 1,
    assignee: "ai",
    ...dates("2026-11-25", "2026-12-04"),
    hours: 16,
    slack: 4,
    pinned: true,
    calendar: 1,
    baselineStart: day("2026-11-23"),
    baselineDue: day("2026-12-04"),
    slip: 0,
  }),
  row("t2", "Charts & map", { below: 2, ...dates("2026-12-07", "2026-12-23"), hours: 48, progress: 0 }),
  row("t2.1", "Tide curve chart", { depth: 1, assignee: "maya", ...dates("2026-12-07", "2026-12-15"), hours: 28, critical: true, slack: 0 }),
  row("t2.2", "Station map with clusters", { depth: 1, status: "blocked", assignee: "kenji", ...dates("2026-12-14", "2026-12-23"), hours: 20, late: 3, slack: 0, critical: true }),
  row("t3", "Release notes", { hours: 2 }),
];

export function viewOf(rows: GanttRow[] = fewRows, more: Partial<GanttView> = {}): GanttView {
  return {
    revision: 1,
    today: day(today),
    rows,
    links: [
      { from: 1, to: 2, kind: "finishToStart", lag: 0 },
      { from: 2, to: 3, kind: "startToStart", lag: 2, broken: true },
      { from: 2, to: 5, kind: "finishToStart", lag: 0, critical: true },
      { from: 5, to: 6, kind: "finishToFinish", lag: -1 },
    ].filter(({ from, to }) => from < rows.length && to < rows.length) as GanttView["links"],
    calendars: [
      { week: [0, 8, 8, 8, 8, 8, 0], exceptions: [{ day: day("2026-12-23"), hours: 0 }] },
      { week: [8, 8, 8, 8, 8, 8, 8], exceptions: [] },
    ],
    milestones: [{ name: "Beta", day: day("2026-12-20"), color: "", late: 1 }],
    baselines: [
      { path: "baselines/2026-11-20-after-kickoff.json", name: "After kick-off", createdAt: "2026-11-20T09:00:00Z" },
      { path: "baselines/2026-11-02-first.json", name: "First plan", createdAt: "2026-11-02T09:00:00Z" },
    ],
    choices: { sort: "manual", zoom: "week", mode: "plan", group: "tree", showWorkload: false, filterAssignee: "" },
    loads: [],
    end: day("2026-12-23"),
    circle: [],
    ...more,
  };
}

/** Parents with nine subtasks each. */
export function manyRows(count: number): GanttRow[] {
  return Array.from({ length: count }, (_, at) => {
    const start = day("2026-11-02") + Math.floor(at / 4);
    const child = at % 10 !== 0;
    return row(`t${at}`, `Task number ${at}`, {
      depth: child ? 1 : 0,
      ...(!child && { below: Math.min(9, count - at - 1) }),
      assignee: fakePeople[at % fakePeople.length]?.key ?? "",
      start,
      due: start + 4,
      hours: 8 + (at % 5),
      progress: (at * 7) % 100,
      slack: at % 6,
    });
  });
}

export function projectOf(rows: readonly GanttRow[], proposals = 0): ProjectView {
  return fakeProjectView(rows, {
    needsYou: { ...noNeeds, proposals },
    milestones: [{ name: "Beta", date: "2026-12-20", color: "", description: "", configured: true, progress: { done: 0, total: 1 } }],
    labels: ["map"],
    undo: { template: "Last change", args: {} },
  });
}

export const fewMoves: Proposal = {
  revision: 1,
  refusal: null,
  followers: 0,
  endBefore: day("2026-12-23"),
  end: day("2027-01-08"),
  moves: [
    { key: "t1", id: "t1", title: "Platform foundation", ...before("2026-11-02", "2026-12-04"), ...dates("2026-11-02", "2026-12-09"), follows: true },
    { key: "t1.3", id: "t1.3", title: "観測所リスト取得 <station list>", ...before("2026-11-25", "2026-12-04"), ...dates("2026-11-30", "2026-12-09"), follows: false },
    { key: "t2.1", id: "t2.1", title: "Tide curve chart", ...before("2026-12-07", "2026-12-15"), ...dates("2026-12-10", "2026-12-21"), follows: false },
    { key: "t2.2", id: "t2.2", title: "Station map with clusters", ...before("2026-12-14", "2026-12-23"), ...dates("2026-12-22", "2027-01-07"), follows: false },
    { key: "t3", id: "t3", title: "Release notes", ...dates("2027-01-08", "2027-01-08"), follows: false },
  ],
  late: [
    { id: "t2.2", title: "Station map with clusters", milestone: "Beta", days: 18 },
    { id: "t2.2", title: "Station map with clusters", days: 15 },
  ],
  load: [
    { assignee: "kenji", hours: 52, overbookedDays: 2, limitPercent: 120, peakPercent: 150, peakHours: 8 },
    { assignee: "maya", hours: 28, overbookedDays: 0, limitPercent: 100, peakPercent: 100, peakHours: 6 },
    { assignee: "", hours: 1377, overbookedDays: 0, limitPercent: 100_000, peakPercent: 17_208, peakHours: 8 },
  ],
};

function before(start: string, due: string): { startBefore: number; dueBefore: number } {
  return { startBefore: day(start), dueBefore: day(due) };
}

export function manyMoves(count: number): Proposal {
  const moves = manyRows(count).map(({ key, id, title, start = 0, due = 0, below }) => {
    return { key, id, title, startBefore: start, dueBefore: due, start: start + 3, due: due + 3, follows: (below ?? 0) > 0 };
  });
  return { ...fewMoves, moves, late: [] };
}
