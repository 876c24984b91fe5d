// Measures the engine as WebAssembly in Node with a long past (bench/generatePast.mjs): node bench/past.mjs FOLDER
// The log is fed after the other files, as the extension does: whole, and by its index. Each view is measured as the first one of its
// revision, which includes what the views of a revision share, and then as one of an unchanged project.
import { performance } from "node:perf_hooks";
import { reportNames } from "../webviews/contract/generated/values.ts";
import { openProject, steps } from "./project.mjs";

function timed(run) {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}

const middle = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** A project with so little else that its forecast costs hardly more than the simulation. */
function smallProject() {
  const encoder = new TextEncoder();
  const stamp = (daysAgo) => new Date(context.now - daysAgo * 86_400_000).toISOString();
  const file = (path, text) => ({ kind: "file", path, bytes: encoder.encode(text) });
  const task = (number, status, fields) =>
    file(`tasks/t${number}-x/_task.${status}.json`, JSON.stringify({ id: `t${number}`, title: "x", created_at: stamp(100), ...fields }));
  const done = Array.from({ length: 60 }, (_, index) => task(index, "done", { completed_at: stamp(index + 1) }));
  const open = Array.from({ length: 60 }, (_, index) => task(index + 60, "todo", {}));
  return [file("config.toml", '[project]\nname = "Small"\n'), ...done, ...open];
}

/** Measures forecasts of the small project, each with a seed of its own. The past is shared by all. */
function simulation() {
  const small = new Engine();
  small.feed([""], smallProject(), context);
  const forecast = (seed) => JSON.parse(small.view({ kind: "report", report: "forecast", seed }, context)).view.series.data;
  if (forecast(1).p85 === null) throw new Error("The small project has no forecast.");
  const times = Array.from({ length: 15 }, (_, index) => timed(() => forecast(index + 2)));
  small.free();
  return middle(times);
}

const { Engine, files, context } = await openProject(process.argv[2], () => false);
const isLog = ({ path }) => path.startsWith("activity/") && path.endsWith(".jsonl");
const rest = files.filter(({ path }) => !path.startsWith("activity"));
const logs = files.filter(isLog);
const figures = {};
const megabytes = (parts) => parts.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;

const engine = new Engine();
figures["all but the log"] = timed(() => engine.feed([""], rest, context));
const view = (query, of = engine) => JSON.parse(of.view(query, context));
view({ kind: "project" });
figures["report summary, before the log"] = timed(() => view({ kind: "report", report: "summary" }));
const portions = logs.map((log) => timed(() => engine.feed([log.path], [log], context)));
figures["the whole log"] = portions.reduce((sum, time) => sum + time, 0);
figures["its longest file"] = Math.max(...portions);
figures["the log MB"] = megabytes(logs);
const indexed = logs.flatMap(({ path, bytes }) => {
  const index = engine.logIndex(path, bytes, context);
  return index === undefined ? [] : [{ path, bytes: index, end: bytes.subarray(Engine.logIndexOffset(index)) }];
});
const second = new Engine();
second.feed([""], rest, context);
figures["the log by its index"] = timed(() => {
  for (const { path, bytes, end } of indexed) if (!second.feedIndexed(path, bytes, end)) throw new Error(`The index of ${path} is not used.`);
});
figures["the index MB"] = megabytes(indexed);
figures["report summary, by the index"] = timed(() => view({ kind: "report", report: "summary" }, second));
second.free();

const [newest, , , before] = view({ kind: "sessions" }).view.sessions;
const aWeekAgo = context.now - 7 * 86_400_000;
const queries = {
  board: steps.views.board,
  dashboard: { kind: "dashboard" },
  "dashboard history": { kind: "dashboardHistory" },
  "dashboard history, a week": { kind: "dashboardHistory", since: aWeekAgo },
  glance: { kind: "glance" },
  library: { kind: "library" },
  "library, searched": { kind: "library", text: "tide lesson" },
  "task knowledge": { kind: "taskKnowledge", id: "t1" },
  sessions: { kind: "sessions" },
  session: { kind: "session", id: newest.id },
  "session comparison": { kind: "sessionComparison", from: newest.id, to: before.id },
  "session search": { kind: "sessionSearch", text: "tide" },
  register: { kind: "register" },
  gantt: steps.views.gantt,
  ...Object.fromEntries(reportNames.map((report) => [`report ${report}`, { kind: "report", report }])),
  "report burndown by assignee": { kind: "report", report: "burndown", group: "assignee" },
};
const config = rest.find(({ path }) => path === "config.toml");
const text = new TextDecoder().decode(config.bytes);
let turn = 0;
for (const [name, query] of Object.entries(queries)) {
  const [first, again] = [[], []];
  for (let run = 0; run < 3; run += 1) {
    turn += 1;
    const bytes = new TextEncoder().encode(`${text}# ${turn}\n`);
    engine.feed(["config.toml"], [{ kind: "file", path: "config.toml", bytes }], context);
    first.push(timed(() => view(query)));
    again.push(...[1, 2, 3].map(() => timed(() => view(query))));
  }
  figures[name] = middle(first);
  figures[`${name}, again`] = middle(again);
}
figures["forecast of 10,000 runs alone"] = simulation();
console.log(JSON.stringify(figures));
