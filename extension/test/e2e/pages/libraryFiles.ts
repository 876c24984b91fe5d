// Referrals, memories and documents of a project, in the files that agents and other programs write.
import type { ProjectFiles } from "../../harness/projectFiles.ts";

const folder = ".handoff";

/** The path of the referral that is still open. */
export const openReferral = `${folder}/referrals/20261122-142210-281650943-harbour-ops.open.json`;
/** The path of the memory about the repeated row. */
export const rowMemory = `${folder}/memory/m-20261122-091455-330871.json`;
/** The path of the specification of the feed. */
export const feedSpecification = `${folder}/docs/_doc.tide-feed-format.md`;

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);

/** Returns the text of a memory's file. The last digits of its ID are those of its path. */
export function memoryText(path: string, text: string, more: { kind?: string; tags?: string[]; scope_paths?: string[]; hit_count?: number; created_at?: string } = {}): string {
  const { created_at = "2026-11-22T09:14:55.330871204+00:00" } = more;
  return jsonText({
    version: 2,
    id: path.slice(path.lastIndexOf("/") + 1, -".json".length),
    text,
    kind: "lesson",
    tags: [],
    keywords: [],
    scope_paths: [],
    // Another hash than that of the text only makes agents read the memory again.
    content_hash: "0000000000000000",
    hit_count: 0,
    superseded_ids: [],
    ...more,
    created_at,
    updated_at: created_at,
  });
}

function referralText(id: string, createdAt: string, more: object): string {
  return jsonText({
    id: `ref-${id}`,
    source_project: "Harbour Ops",
    source_project_dir: "/projects/harbour-ops",
    created_at: createdAt,
    ...more,
  });
}

const feedText = `---
id: doc-20261120-101512-220713
title: Format of the tide feed
doc_type: spec
tags:
- feed
- parser
scope_paths:
- src/
parent_id: null
children: []
related: []
auto_inject: auto
task_ids:
- t1.2.2
- t1.2.3
source:
  origin: authored
has_bom: false
line_ending: lf
split_level: 2
created_at: 2026-11-20T10:15:12.220713480+00:00
updated_at: 2026-11-22T16:40:03.771900155+00:00
verification:
  status: in_review
  created_at: 2026-11-21T08:00:00.000000000+00:00
  updated_at: 2026-11-22T16:40:03.771900155+00:00
  items:
  - fragment_seq: 1
    heading: Format of the tide feed
    status: verified
    impl_refs: []
    test_refs: []
    notes: ''
  - fragment_seq: 2
    heading: Columns
    status: verified
    impl_refs: []
    test_refs: []
    notes: ''
  - fragment_seq: 3
    heading: Gaps
    status: pending
    impl_refs: []
    test_refs: []
    notes: ''
---
# Format of the tide feed

The harbour office publishes one row per station and hour, **in UTC**. The parser in
\`src/tide.ts\` turns them into normalised rows.

## Columns

| column | unit | example |
| --- | --- | --- |
| \`time\` | RFC 3339 | 2026-11-22T14:00Z |
| \`station\` | ID of the station list | HIR-02 |
| \`level\` | centimetres above datum | 142 |

## Gaps

A station that is serviced sends no row. The parser must:

- [x] keep the gap, and draw no line across it
- [x] skip a row whose time is known already
- [ ] warn after three hours without a row

\`\`\`csv
time;station;level
2026-11-22T12:00Z;HIR-02;142
2026-11-22T15:00Z;HIR-02;151
\`\`\`
`;

function plainDocument(id: string, title: string, type: string, tags: string, at: string, text: string): string {
  return `---\nid: doc-${id}\ntitle: ${title}\ndoc_type: ${type}\ntags: ${tags}\ntask_ids: []\ncreated_at: ${at}\nupdated_at: ${at}\n---\n# ${title}\n\n${text}\n`;
}

/** Replaces the records of a project by these, before the project is read. */
export function writeLibrary(project: ProjectFiles): void {
  for (const name of ["referrals", "memory", "docs"]) if (project.exists(`${folder}/${name}`)) project.remove(`${folder}/${name}`);
  project.write(
    openReferral,
    referralText("20261122-142210-281650943", "2026-11-22T14:22:10.281650943+00:00", {
      referral_type: "bug",
      summary: "Tide chart is empty between 12:00 and 15:00",
      details: "Pilots saw **no curve** on the berth display while station HIR-02 was serviced.\n\n1. Open berth 4\n2. Zoom to Sunday noon\n\nExpected: a gap that is marked, as in the printed table.",
      priority: "high",
      tasks: [{ title: "Mark gaps in the chart", priority: "high" }, { title: "Warn after three hours without a row" }],
      context: { branch: "main" },
    }),
  );
  project.write(
    `${folder}/referrals/20261121-101903-605118277-harbour-ops.acknowledged.json`,
    referralText("20261121-101903-605118277", "2026-11-21T10:19:03.605118277+00:00", { referral_type: "improvement", summary: "Offer the tide table as CSV" }),
  );
  project.write(
    `${folder}/referrals/20261119-084410-190027315-harbour-ops.resolved.json`,
    referralText("20261119-084410-190027315", "2026-11-19T08:44:10.190027315+00:00", { referral_type: "info", summary: "観測所 HIR-03 は12月から休止します", priority: "low" }),
  );
  project.write(
    rowMemory,
    memoryText(rowMemory, "The feed repeats its last row at midnight.\n\nSkip a row whose time is known already, in `src/tide.ts`.", {
      kind: "gotcha",
      tags: ["feed", "parser"],
      scope_paths: ["src/tide.ts"],
      hit_count: 14,
    }),
  );
  const utc = `${folder}/memory/m-20261121-025727-400714.json`;
  project.write(utc, memoryText(utc, "潮位データはUTCで保存する。表示時にローカル時刻へ変換。", { kind: "convention", created_at: "2026-11-21T02:57:27.400718184+00:00" }));
  const contrast = `${folder}/memory/m-20261118-113002-118403.json`;
  project.write(contrast, memoryText(contrast, "Check the contrast of colour ramps and legends in all four themes.", { tags: ["map"], created_at: "2026-11-18T11:30:02.118403917+00:00" }));
  project.write(feedSpecification, feedText);
  project.write(
    `${folder}/docs/_doc.storage-design.md`,
    plainDocument("20261121-025727-411819", "Storage design", "design", "[storage]", "2026-11-21T02:57:27.411817794+00:00", "One table per feed, with an index by station and time."),
  );
  project.write(
    `${folder}/docs/_doc.release-steps.md`,
    plainDocument("20261117-150211-500210", "公開の手順", "guide", "[]", "2026-11-17T15:02:11.500210004+00:00", "1. 変更履歴を更新する\n2. タグを付ける"),
  );
}
