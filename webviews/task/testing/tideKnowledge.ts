// The records of the test project about a task, for tests and pictures.
import type { RegisterRow, SessionSummary, TaskKnowledge } from "../../contract/generated/protocol.ts";

export const tideDecision: RegisterRow = {
  id: "e-1",
  kind: "decision",
  text: "Parse rows lazily (t1.2.2)",
  reason: "A feed has up to 40,000 rows",
  confidence: "estimated",
  detail: "",
  state: { kind: "standing" },
  since: "2026-11-21T09:00:00Z",
  author: "claude-code",
  sessions: ["s-1"],
  supersedes: ["Parse all rows at once"],
  private: false,
};

const session: SessionSummary = {
  id: "s-1",
  status: "closed",
  summary: "Parser of the feed: rows and errors",
  label: "",
  branch: "main",
  actors: ["claude-code"],
  startedAt: "2026-11-21T08:00:00Z",
  endedAt: "2026-11-21T10:30:00Z",
  minutes: 150,
  decisions: 1,
  blockers: 0,
  checklist: { done: 1, total: 2 },
  parents: [],
  score: 72,
  private: false,
  path: "sessions/20261121-080000-parser.closed.json",
};

export const tideKnowledge: TaskKnowledge = {
  entries: [
    tideDecision,
    { ...tideDecision, id: "e-2", kind: "pointer", text: "src/feed/parse.rs", detail: "20-48", reason: "Start of t1.2.2", confidence: "", supersedes: [] },
    { ...tideDecision, id: "e-3", text: "Parse all rows at once", reason: "", state: { kind: "superseded", by: tideDecision.text }, supersedes: [] },
  ],
  sessions: [session],
  memories: [{ id: "mem-1", memoryKind: "gotcha", text: "The feed of t1.2.2 repeats rows after midnight", tags: ["feed"], path: "memory/mem-1.json" }],
  documents: [{ id: "doc-1", title: "潮位データの形式", docType: "spec", path: "docs/_doc.feed.md" }],
  timer: { task: "t1.2.2", tracking: false, elapsedMs: 4_500_000, startedAt: "", pausedByIdle: true },
};
