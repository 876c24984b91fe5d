// Two tasks of the test project as the engine describes them, for tests and pictures.
import type { Event, ProjectView, TaskName, TaskView } from "../../contract/generated/protocol.ts";
import type { Start } from "../../contract/common.ts";
import type { TaskSnapshot } from "../../contract/task.ts";

const today = "2026-11-25";

const project: ProjectView = {
  revision: 1,
  initialized: true,
  name: "Tide Atlas",
  description: "潮汐マップ — sample project for format research",
  layout: "json",
  total: 41,
  counts: [],
  overdue: 1,
  needsYou: { agents: 0, review: 0, blocked: 2, items: 0, decisions: 0, problems: 0 },
  errors: 0,
  warnings: 0,
  assignees: [
    { key: "ai", name: "AI agent", color: "#27AE60", kind: "agent", configured: true, openTasks: 3 },
    { key: "maya", name: "Maya Ito", color: "#2F80ED", kind: "human", configured: true, openTasks: 4 },
    { key: "kenji", name: "健二", color: "", kind: "human", configured: true, openTasks: 2 },
    { key: "guest", name: "guest", color: "", kind: "human", configured: false, openTasks: 1 },
  ],
  milestones: [
    {
      name: "alpha",
      date: "2026-12-05",
      color: "#F2C94C",
      description: "Internal preview",
      configured: true,
      progress: { done: 2, total: 6 },
    },
    {
      name: "v1.0 公開",
      date: "2027-01-05",
      color: "#9B51E0",
      description: "",
      configured: true,
      progress: { done: 0, total: 4 },
    },
  ],
  labels: ["backend", "frontend", "データ", "risk"],
  filterCounts: { assignees: {}, labels: {}, milestones: {}, priorities: {} },
  wipLimits: [],
  unread: [],
    brokenTasks: 0,
  requireEstimate: true,
  undo: { template: "Set {task} to {status}", args: { task: { task: "t1.2.2", title: "Parse feed" }, status: { status: "in_progress" } } },
  redo: null,
};

export const start: Start = { strings: {}, locale: "en", today, readOnly: null };

export const names = {
  t1: { id: "t1", title: "Platform foundation", status: "in_progress" },
  "t1.1": { id: "t1.1", title: "Repository & CI", status: "done" },
  "t1.2": { id: "t1.2", title: "潮位データ取得", status: "review" },
  "t1.2.1": { id: "t1.2.1", title: "観測所リスト取得 (station list)", status: "done" },
  "t1.2.3": { id: "t1.2.3", title: "Retry & back-off", status: "todo" },
  "t3.1": { id: "t3.1", title: "Threshold rules", status: "in_progress" },
} as const satisfies Record<string, TaskName>;

const kenji = { kind: "human", name: "kenji" } as const;
const agent = { kind: "agent", name: "ai" } as const;

const history: Event[] = [
  {
    id: "6",
    at: "2026-11-25T09:14:00Z",
    actor: kenji,
    task: "t1.2.2",
    change: {
      kind: "field",
      field: "status",
      from: "todo",
      to: "in_progress",
    },
  },
  {
    id: "5",
    at: "2026-11-25T08:02:11Z",
    actor: agent,
    task: "t1.2.2",
    change: {
      kind: "field",
      field: "criteria",
      from: [
        { item: "fixtures cover 3 formats", checked: false },
        { item: "エラー行をスキップ", checked: false },
      ],
      to: [
        { item: "fixtures cover 3 formats", checked: true },
        { item: "エラー行をスキップ", checked: false },
      ],
    },
  },
  {
    id: "4",
    at: "2026-11-24T16:40:00Z",
    actor: { kind: "human", name: "" },
    task: "t1.2.2",
    change: {
      kind: "field",
      field: "dueDate",
      from: "2026-11-21",
      to: "2026-11-23",
    },
    observed: true,
  },
  {
    id: "3",
    at: "2026-11-24T10:00:00Z",
    actor: agent,
    task: "t1.2.2",
    change: {
      kind: "field",
      field: "estimateHours",
      from: null,
      to: 8,
    },
  },
  { id: "2", at: "2026-11-24T09:59:00Z", actor: agent, task: "t1.2.2", change: { kind: "moved", from: null, to: "t1.2" } },
  { id: "1", at: "2026-11-21T02:57:17Z", actor: agent, task: "t1.2.2", change: { kind: "created", title: "Parse feed" } },
];

/**
 * t1.2.2: notes with timestamps, criteria, a dependency, a typed link, a schedule with hours of
 * many decimals.
 */
export const parseFeed: TaskView = {
  revision: 1,
  card: {
    key: "t1.2.2",
    id: "t1.2.2",
    title: "Parse feed → normalised rows",
    status: "in_progress",
    assignee: "kenji",
    milestone: "alpha",
    labels: [],
    dueDate: "2026-11-23",
    overdue: true,
    criteria: { done: 1, total: 2 },
    subtasks: { done: 0, total: 0 },
    blockedBy: [],
    parent: "t1.2",
    parentTitle: "潮位データ取得",
    path: "tasks/t1-platform-foundation/t1.2-潮位データ取得/t1.2.2-parse-feed-→-normalised-rows/_task.in_progress.json",
    troubled: false,
  },
  ancestors: [names.t1, names["t1.2"]],
  subtasks: [],
  notes: "After t1.2.1.\n\n--- 2026-11-21T02:57:17\nfirst note\n\n--- 2026-11-22T08:00:00 健二\nsecond note for `t1.2.3` — メモ",
  description: "After t1.2.1.",
  comments: [
    { at: "2026-11-21T02:57:17", author: agent, text: "first note" },
    { at: "2026-11-22T08:00:00", author: kenji, text: "second note for `t1.2.3` — メモ" },
  ],
  mentions: [names["t1.2.1"], names["t1.2.3"]],
  schedule: {
    startDate: "2026-11-18",
    dueDate: "2026-11-23",
    estimateHours: 8,
    actualHours: 2.0005569444444444,
    remainingHours: 5.999443055555555,
    milestone: "alpha",
  },
  subtasksStart: "",
  subtasksDue: "",
  criteria: [
    { item: "fixtures cover 3 formats", checked: true },
    { item: "エラー行をスキップ", checked: false },
  ],
  links: [],
  taskLinks: [{ target: "doc-20261121-025727-409046", linkType: "doc", label: "Feed parser spec" }],
  requirements: [
    { id: "REQ-1", title: "A row for each hour", status: "pending", stage: "in_progress", role: "implements", path: "docs/_doc.feed-parser-spec.md" },
  ],
  scopePaths: ["src/feed/rows.rs"],
  dependencies: [{ id: "t1.2.1", task: names["t1.2.1"], kind: "finishToStart", lag: 0 }],
  dependents: [names["t1.2.3"]],
  createdAt: "2026-11-21T02:57:17.721632325+00:00",
  updatedAt: "2026-11-21T02:57:29.453111133+00:00",
  completedAt: "",
  history,
  problems: [],
  editable: true,
};

/** t1: subtasks, labels, a priority and Markdown with check boxes. */
export const foundation: TaskView = {
  revision: 1,
  card: {
    key: "t1",
    id: "t1",
    title: "Platform foundation",
    status: "in_progress",
    priority: "high",
    assignee: "maya",
    milestone: "alpha",
    labels: ["backend"],
    overdue: false,
    criteria: { done: 0, total: 0 },
    subtasks: { done: 1, total: 2 },
    blockedBy: [],
    path: "tasks/t1-platform-foundation/_task.in_progress.json",
    troubled: false,
  },
  ancestors: [],
  subtasks: [names["t1.1"], names["t1.2"]],
  notes: "# Goal\n\nGet the skeleton running.\n\n- [ ] CI\n- [x] repo",
  description: "# Goal\n\nGet the skeleton running.\n\n- [ ] CI\n- [x] repo",
  comments: [],
  mentions: [],
  schedule: { milestone: "alpha" },
  subtasksStart: "2026-11-12",
  subtasksDue: "2026-12-01",
  criteria: [],
  links: ["https://tides.example/spec", "docs/architecture.md"],
  taskLinks: [],
  requirements: [],
  scopePaths: [],
  dependencies: [{ id: "t777", task: null, kind: "finishToStart", lag: 0 }],
  dependents: [],
  createdAt: "2026-11-21T02:57:17.708247525+00:00",
  updatedAt: "2026-11-21T02:57:17.788448130+00:00",
  completedAt: "",
  history: [],
  problems: [
    {
      code: "dangling-dependency",
      severity: "warning",
      path: "tasks/t1-platform-foundation/_task.in_progress.json",
      position: { line: 0, column: 0, endLine: 0, endColumn: 0 },
      task: "t1",
      text: { template: "The task waits for {id}, which does not exist.", args: { id: "t777" } },
      repairs: [
        {
          title: { template: "Remove the dependency on {id}", args: { id: "t777" } },
          command: { kind: "updateTasks", ids: ["t1"], patch: { dependencies: { remove: ["t777"] } } },
          proposed: true,
        },
      ],
    },
  ],
  editable: true,
};

export function snapshotOf(task: TaskView | null): TaskSnapshot {
  return { project, today, readOnly: null, task };
}
