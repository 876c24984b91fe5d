// Records as the engine describes them, for tests and pictures.
import type { LibraryDocument, LibraryMemory, LibraryReferral, LibraryRequirement, LibraryView } from "../../contract/generated/protocol.ts";

export function memory(id: string, more: Partial<LibraryMemory> = {}): LibraryMemory {
  return {
    id,
    memoryKind: "lesson",
    text: id,
    tags: [],
    scopePaths: [],
    hits: 0,
    lastUsedAt: "",
    createdAt: "2026-11-20T09:00:00Z",
    path: `memory/${id}.json`,
    ...more,
  };
}

export function referral(id: string, more: Partial<LibraryReferral> = {}): LibraryReferral {
  const status = more.status ?? "open";
  return {
    id,
    status,
    sourceProject: "harbour-office",
    referralType: "request",
    priority: "",
    summary: id,
    details: "",
    sourceFolder: "/projects/ferries",
    tasks: [],
    createdAt: "2026-11-22T09:00:00Z",
    path: `referrals/${id}.${status}.json`,
    ...more,
  };
}

const inFeedFormat = { document: "Format of the tide feed", path: "docs/_doc.feed-format.md" };
const feedRequirements: LibraryRequirement[] = [
  { id: "REQ-1", title: "A row for each hour", status: "pending", stage: "tested", proven: true, tasks: [{ id: "t1.2.3", task: { id: "t1.2.3", title: "Store the rows", status: "todo" } }], ...inFeedFormat },
  { id: "REQ-2", title: "欠測を記録する", status: "pending", stage: "not_started", proven: false, tasks: [], ...inFeedFormat },
];

const feedFormat: LibraryDocument = {
  id: "doc-1",
  slug: "feed-format",
  title: "Format of the tide feed",
  docType: "spec",
  tags: ["feed", "parser"],
  tasks: [
    { id: "t1.2.2", task: { id: "t1.2.2", title: "Parse the feed", status: "in_progress" } },
    { id: "t9", task: null },
  ],
  requirements: feedRequirements,
  drifted: true,
  review: { done: 1, total: 3 },
  updatedAt: "2026-11-24T09:00:00Z",
  path: inFeedFormat.path,
};

const plainNote: LibraryDocument = { ...feedFormat, id: "doc-2", slug: "harbour", title: "港湾事務所との連絡", docType: "note", tags: [], tasks: [], requirements: [], drifted: false, review: null, path: "docs/_doc.harbour.md" };

/** The texts of documents by path. */
export const texts: Record<string, string> = { [feedFormat.path]: "# Rows\n\nA row for each hour, **in feet**. See [the example](docs/example.csv).\n\n| column | unit |\n| --- | --- |\n| level | ft |\n\n- [x] Midnight\n- [ ] Gaps\n\n```\n2026-11-25T09:00Z;4.2\n```\n" };

export const library: LibraryView = {
  referrals: [
    referral("ref-1", {
      summary: "Feed breaks at noon",
      referralType: "bug",
      priority: "high",
      details: "Rows are **missing** between 12:00 and 12:10.\n\n1. Open the chart\n2. Zoom to noon",
      tasks: [
        { title: "Parse rows with gaps", fields: { title: "Parse rows with gaps" }, task: null },
        { title: "休止時刻を記録する", fields: { title: "休止時刻を記録する" }, task: { id: "t9", title: "休止時刻を記録する", status: "todo" } },
      ],
    }),
    referral("ref-2", { summary: "潮位データの単位を教えてください", status: "acknowledged", referralType: "info", createdAt: "2026-11-21T09:00:00Z" }),
    referral("ref-3", { summary: "Offer a CSV export", status: "resolved", referralType: "improvement", createdAt: "2026-11-20T09:00:00Z" }),
  ],
  memories: [
    memory("m-1", {
      memoryKind: "gotcha",
      text: "The feed repeats its last row at midnight\n\nSkip rows with a known time, in `src/tide.ts`.",
      tags: ["feed", "parser"],
      scopePaths: ["src/tide.ts"],
      hits: 1234,
      lastUsedAt: "2026-11-24T09:00:00Z",
    }),
    memory("m-2", { memoryKind: "rule", text: "水位は常にフィートで保存する" }),
    memory("m-3", { memoryKind: "habit", text: "<b>Bold</b> is not markup here" }),
  ],
  documents: [feedFormat, plainNote],
  requirements: feedRequirements.toReversed(),
  totals: { memories: 3, referrals: 3, documents: 2, requirements: 2 },
};

export const emptyLibrary: LibraryView = { referrals: [], memories: [], documents: [], requirements: [], totals: { referrals: 0, memories: 0, documents: 0, requirements: 0 } };
