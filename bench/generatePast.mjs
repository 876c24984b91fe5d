// Writes a project with a long past: two years of activity log with 20 lines per task (10 in a brief one), sessions, saved five times each,
// and a library of 400 memories, 200 documents and 100 referrals.
// The log and the tasks agree: the last logged value of each field is that of the task. Five people write, each into files of at most 512 kB per month.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate, random } from "./generate.mjs";

const DAYS = 730;
/** The size at which a log is continued in another file, as in the engine. */
const MAX_LOG_BYTES = 512 * 1024;
const HOUR_MS = 3_600_000;
/** The time of the measurements, `context.now` of steps.json. */
const now = 1_795_000_000_000;
const start = now - DAYS * 24 * HOUR_MS;
const writers = ["maya", "kenji", "claude", "noor", "sam"];

const next = random(4);
const stamp = (at) => new Date(at).toISOString().replace("Z", "+00:00");
const pick = (list) => list[Math.floor(next() * list.length)];

/** Returns the lines of a task with its ID, status and values, in the order of time. */
function linesOf(task, status, begun, span, isBrief) {
  const hours = isBrief ? [6.75] : [1.5, 2.25, 3];
  const changes = [
    { kind: "created", title: task.title, state: { status: "todo", parent: task.parent_id, assignee: "maya", createdAt: task.created_at } },
    ["estimateHours", null, task.schedule.estimate_hours],
    ["milestone", null, task.schedule.milestone],
    ["labels", [], task.labels],
    ["assignee", "maya", task.assignee],
    ["status", "todo", "in_progress"],
    ["dueDate", null, "2026-01-01"],
    ...hours.flatMap((spent, index) => {
      const sum = (count) => hours.slice(0, count).reduce((total, own) => total + own, 0);
      return [{ kind: "time", hours: spent }, ["actualHours", sum(index) || null, sum(index + 1)]];
    }),
    { kind: "criterion", item: "criterion 1", checked: true },
    ["criteria", [{ item: "criterion 1", checked: false }], [{ item: "criterion 1", checked: true }]],
    ["notes", null, task.notes],
    ["priority", "low", task.priority ?? null],
    ["dueDate", "2026-01-01", task.schedule.due_date],
    ["status", "in_progress", "review"],
    ["status", "review", status],
  ];
  const leftOut = new Set(isBrief ? ["labels", "dueDate", "criterion", "criteria", "priority"] : []);
  const kept = changes.filter((change) => !leftOut.has(Array.isArray(change) ? change[0] : change.kind));
  const writer = pick(writers);
  return kept.map((change, index) => ({
    at: Math.floor(begun + (span * index) / kept.length),
    writer,
    task: task.id,
    change: Array.isArray(change) ? { kind: "field", field: change[0], from: change[1], to: change[2] } : change,
  }));
}

/** Writes one of the sessions and returns its lines. */
function writeSession(folder, number, count) {
  const ended = start + ((number + 1) / (count + 1)) * DAYS * 24 * HOUR_MS;
  const begun = ended - 3 * HOUR_MS;
  const time = new Date(ended).toISOString().replaceAll(/[-:]/gu, "").replace("T", "-").slice(0, 15);
  const id = `s-${time}-${String(number).padStart(6, "0")}`;
  const summary = `Session ${number}: ${pick(["Parser", "Tide table", "潮位データ", "Map tiles"])}`;
  const session = {
    version: 2,
    id,
    started_at: stamp(begun),
    ended_at: stamp(ended),
    summary,
    branch: `feat/${number % 40}`,
    decisions: [1, 2].map((part) => ({ decision: `Decision ${number}.${part}`, reason: "measured", confidence: "confirmed" })),
    checklist: [1, 2, 3].map((part) => ({ item: `Item ${number}.${part}`, checked: part > 1, owner: "ai" })),
    handoff_notes: ["caution", "context", "suggestion"].map((category) => ({ note: `A note about ${category} in ${number}`, category })),
    context_pointers: [{ path: `src/file${number % 200}.ts`, reason: "resume here", lines: "1-40" }],
    related_task_ids: [`t${1 + (number % 900)}`, `t${1 + (number % 900)}.1`],
  };
  writeFileSync(join(folder, `${time}-session-${number}.closed.json`), JSON.stringify(session, null, 2));
  const acts = ["saved", "saved", "saved", "saved", "closed"];
  const writer = pick(writers);
  return acts.map((act, index) => ({
    at: Math.floor(begun + ((ended - begun) * index) / (acts.length - 1)),
    writer,
    session: id,
    change: { kind: "session", act, summary },
  }));
}

/** Writes the library, spread over the two years. */
function writeLibrary(folder) {
  const write = (name, count, fileOf) => {
    mkdirSync(join(folder, name), { recursive: true });
    for (let number = 0; number < count; number += 1) {
      const at = new Date(start + ((number + 1) / (count + 1)) * DAYS * 24 * HOUR_MS);
      const id = `${at.toISOString().replaceAll(/[-:]/gu, "").replace("T", "-").slice(0, 15)}-${String(number).padStart(6, "0")}`;
      const [file, text] = fileOf(id, stamp(at.getTime()), number);
      writeFileSync(join(folder, name, file), text);
    }
  };
  write("memory", 400, (id, at, number) => {
    const text = `${pick(["Parser", "Tide table", "潮位データ", "Map tiles"])}: lesson ${number}\n\nMeasure before and after, in \`src/file${number % 200}.ts\`.`;
    const lists = { tags: [pick(["parser", "map", "データ"])], keywords: [], scope_paths: [`src/file${number % 200}.ts`], superseded_ids: [] };
    const memory = { version: 2, id: `m-${id}`, text, kind: "lesson", ...lists, content_hash: id, created_at: at, updated_at: at, hit_count: number % 7 };
    return [`m-${id}.json`, JSON.stringify(memory, null, 2)];
  });
  write("referrals", 100, (id, at, number) => {
    const from = { source_project: "Harbour", source_project_dir: "/projects/harbour" };
    const tasks = [1, 2].map((part) => ({ title: `Proposal ${number}.${part}` }));
    const referral = { id: `ref-${id}`, ...from, created_at: at, referral_type: "request", summary: `Request ${number}`, details: "- one\n- two", tasks };
    return [`${id}-harbour.${number < 95 ? "resolved" : "open"}.json`, JSON.stringify(referral, null, 2)];
  });
  const section = (part) => `## Part ${part}\n\n${"The parser keeps gaps, and warns after three hours. ".repeat(10)}\n`;
  write("docs", 200, (id, at, number) => {
    const tasks = [`t${1 + (number % 900)}`, `t${1 + (number % 900)}.1`];
    const front = { id: `doc-${id}`, title: `Document ${number}`, doc_type: "spec", task_ids: tasks, created_at: at, updated_at: at };
    const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
    return [`_doc.document-${number}.md`, `---\n${lines.join("")}---\n# Document ${number}\n\n${[1, 2, 3, 4].map(section).join("\n")}`];
  });
}

function writeLogs(folder, lines) {
  const files = new Map();
  for (const [index, { at, writer, ...rest }] of lines.toSorted((a, b) => a.at - b.at).entries()) {
    const event = {
      id: `e-${at}-${index.toString(16).padStart(8, "0")}-0000`,
      at: stamp(at),
      actor: { kind: writer === "claude" ? "agent" : "human", name: writer },
      ...rest,
    };
    const key = `${event.at.slice(0, 7)}/${writer}`;
    const known = files.get(key);
    const file = known === undefined || known.bytes >= MAX_LOG_BYTES ? { number: (known?.number ?? 0) + 1, bytes: 0, text: [] } : known;
    if (file !== known) {
      files.set(key, file);
      files.set(`${key} ${file.number}`, file);
      file.text.push('{"log":1}\n');
    }
    const line = `${JSON.stringify(event)}\n`;
    file.text.push(line);
    file.bytes += Buffer.byteLength(line);
  }
  for (const [key, { number, text }] of files) {
    const [path, part] = key.split(" ");
    if (part === undefined) continue;
    mkdirSync(join(folder, path.slice(0, 7)), { recursive: true });
    writeFileSync(join(folder, number === 1 ? `${path}.jsonl` : `${path}.${number}.jsonl`), text.join(""));
  }
}

/**
 * Writes `<folder>/.handoff`.
 * @param {string} folder @param {{ tasks: number, sessions: number, isBrief: boolean }} size
 */
export function generatePast(folder, { tasks, sessions: count, isBrief } = { tasks: 10_000, sessions: 1_000, isBrief: false }) {
  const lines = [];
  generate(folder, tasks, (task, status) => {
    const begun = start + next() * (DAYS - 10) * 24 * HOUR_MS;
    const span = Math.min(now - begun, (5 + next() * 25) * 24 * HOUR_MS);
    const parent = task.id.includes(".") ? task.id.slice(0, task.id.lastIndexOf(".")) : undefined;
    const adjusted = { ...task, created_at: stamp(begun), schedule: { ...task.schedule, actual_hours: 6.75 } };
    const own = linesOf({ ...adjusted, parent_id: parent }, status, begun, span, isBrief);
    const [last] = own.slice(-1);
    if (adjusted.completed_at !== undefined) adjusted.completed_at = stamp(last.at);
    lines.push(...own);
    return { ...adjusted, updated_at: stamp(last.at) };
  });
  const sessions = join(folder, ".handoff/sessions");
  mkdirSync(sessions, { recursive: true });
  for (let number = 0; number < count; number += 1) lines.push(...writeSession(sessions, number, count));
  writeFileSync(join(folder, ".handoff/.gitignore"), "/local/\n");
  writeLibrary(join(folder, ".handoff"));
  writeLogs(join(folder, ".handoff/activity"), lines);
}
