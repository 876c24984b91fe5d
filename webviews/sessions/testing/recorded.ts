// Sessions as the engine describes them, for tests and pictures.
import type { HandoverScore, RegisterRow, SessionComparison, SessionSummary, SessionView } from "../../contract/generated/protocol.ts";

function summary(id: string, more: Partial<SessionSummary>): SessionSummary {
  return {
    id,
    status: "closed",
    summary: id,
    label: "",
    branch: "main",
    actors: ["claude-code"],
    startedAt: "2026-11-20T08:00:00Z",
    endedAt: "2026-11-20T09:30:00Z",
    minutes: 90,
    decisions: 2,
    blockers: 0,
    checklist: { done: 1, total: 3 },
    parents: [],
    score: 72,
    private: false,
    path: `sessions/${id}.json`,
    ...more,
  };
}

export const sessions: SessionSummary[] = [
  summary("s-6", { status: "active", score: null, summary: "Tide overlay: parser and storage 解析", label: "overlay", branch: "feat/tide-overlay", startedAt: "2026-11-25T09:00:00Z", endedAt: "2026-11-25T11:45:00Z", minutes: 165, parents: ["s-4", "s-5"], blockers: 1 }),
  summary("s-5", { status: "paused", score: null, summary: "Fork: try vector tiles", label: "tiles", branch: "spike/vector", actors: ["codex"], startedAt: "2026-11-24T10:00:00Z", endedAt: "2026-11-24T11:00:00Z", minutes: 60, parents: ["s-3"], private: true }),
  summary("s-4", { summary: "Fork: raster fallback", startedAt: "2026-11-23T10:00:00Z", endedAt: "2026-11-23T12:00:00Z", minutes: 120, parents: ["s-3"] }),
  summary("s-3", { summary: "Compare renderers", actors: ["Maya Ito", "codex"], startedAt: "2026-11-22T10:00:00Z", endedAt: "2026-11-22T10:20:00Z", minutes: 20, parents: ["s-1"] }),
  summary("s-2", { status: "open", score: null, summary: "Imported: pasted notes", branch: "", actors: [], startedAt: "", endedAt: "2026-11-21T10:00:00Z", minutes: null, decisions: 0, checklist: { done: 0, total: 0 } }),
  summary("s-1", { summary: "First look at the feed", score: 45 }),
];

export function registerRow(id: string, more: Partial<RegisterRow>): RegisterRow {
  return {
    id,
    kind: "decision",
    text: id,
    reason: "",
    confidence: "",
    detail: "",
    state: { kind: "standing" },
    since: "2026-11-22T10:10:00Z",
    author: "codex",
    sessions: ["s-3", "s-6"],
    supersedes: [],
    private: false,
    ...more,
  };
}

const keepFeet = registerRow("d-1", { text: "Keep feet in the file", reason: "The harbour office compares it with its own table.", confidence: "confirmed" });
const useFiles = registerRow("d-2", { text: "Store tiles as files", confidence: "estimated", supersedes: ["Store tiles in SQLite"] });
const useSqlite = registerRow("d-3", { text: "Store tiles in SQLite", confidence: "unverified", state: { kind: "superseded", by: "Store tiles as files" }, sessions: ["s-3"] });
const noReviewer = registerRow("b-1", { kind: "blocker", text: "The external reviewer is not available" });
const parser = registerRow("p-1", { kind: "pointer", text: "src/tide.ts", detail: "12-42", reason: "Report broken rows here" });
const fixtures = registerRow("p-2", { kind: "pointer", text: "test/fixtures/gaps.csv", reason: "The rows with gaps" });
const issue = registerRow("r-1", { kind: "reference", text: "Issue 12", detail: "https://example.invalid/issues/12", reason: "Section 3" });

export const register: RegisterRow[] = [
  useFiles,
  keepFeet,
  registerRow("d-4", { text: "Draw currents as arrows", reason: "Two users asked", state: { kind: "withdrawn", reason: "too dense at zoom 4" } }),
  useSqlite,
  registerRow("c-1", { kind: "caution", text: "The feed repeats its last row at midnight" }),
  registerRow("s-1", { kind: "suggestion", text: "Ask for an earlier feed", confidence: "unverified" }),
  registerRow("n-1", { kind: "contextNote", text: "The feed is read once an hour" }),
  noReviewer,
  registerRow("i-1", { kind: "openItem", text: "リリースノート確認", detail: "user" }),
  parser,
  issue,
];

const plain = (template: string) => ({ template, args: {} });

export const handoverScore: HandoverScore = {
  total: 68,
  parts: [
    { kind: "complete", weight: 30, percent: 80, remarks: [plain("Add what to know or to beware of: a caution, a blocker or a note.")] },
    { kind: "specific", weight: 20, percent: 50, remarks: [{ template: "Name a file, a symbol, a command or a task in each next step: {steps}.", args: { steps: "“Ask Maya”" } }] },
    { kind: "grounded", weight: 20, percent: 50, remarks: [{ template: "Check the pointers to files that have changed or are gone: {paths}.", args: { paths: "src/old.rs" } }] },
    { kind: "fresh", weight: 10, percent: 100, remarks: [] },
    { kind: "used", weight: 20, percent: null, remarks: [plain("Known when the next session is closed.")] },
  ],
};

export const comparison: SessionComparison = {
  from: "s-3",
  to: "s-6",
  added: [useFiles],
  reversed: [useSqlite],
  blocked: [],
  cleared: [noReviewer],
  moved: [{ id: "t1.2.2", title: "Parse the feed", from: "todo", to: "in_progress" }],
};

export function sessionView(id: string): SessionView | null {
  const found = sessions.find((session) => session.id === id);
  if (found === undefined) return null;
  const item = { owner: "ai", checked: false, other: false };
  return {
    summary: found,
    timeline: "overlay",
    owner: "maya",
    collaborators: ["kenji"],
    commit: "fa7b599",
    dirtyFiles: ["?? .handoff/", " M src/tide.ts"],
    chain: [],
    gap: null,
    decisions: [keepFeet, useFiles, useSqlite],
    notes: [
      { note: "Do not touch the feed parser", category: "caution", author: "", standing: true },
      { note: "Parser work is half done", category: "context", author: "", standing: true },
      { note: "Finish the parser's fixtures", category: "suggestion", author: "codex", standing: true },
    ],
    blockers: [noReviewer],
    checklist: [
      { ...item, index: 0, item: "Run the E2E suite", value: { item: "Run the E2E suite" } },
      { ...item, index: 1, item: "リリースノート確認", owner: "user", checked: true, value: {} },
      { ...item, index: 2, item: "Ask the harbour office", other: true, value: {} },
    ],
    pointers: [parser, fixtures],
    references: [issue],
    environment: [["node", "20"], ["flags", '{"offline":true}']],
    tasks: [
      { id: "t1.2.2", task: { id: "t1.2.2", title: "Parse the feed", status: "in_progress" } },
      { id: "t9", task: null },
    ],
    changes: {
      actors: [
        {
          actor: { kind: "agent", name: "claude-code" },
          observed: false,
          subjects: [
            {
              kind: "task",
              id: "t1.2.2",
              title: "Parse the feed",
              status: "in_progress",
              events: [
                {
                  id: "e-1",
                  at: "2026-11-25T10:00:00Z",
                  actor: { kind: "agent", name: "claude-code" },
                  task: "t1.2.2",
                  change: { kind: "field", field: "status", from: "todo", to: "in_progress" },
                },
              ],
              more: 0,
            },
          ],
          more: 0,
        },
      ],
      more: 0,
    },
  };
}
