// Measures the first paints of the pages about the past in Chromium, beside the board's, with the views of a project: node bench/insight.mjs FOLDER
// From the start of the script until a frame with the first content is painted: cards, the figures of today, the list of the sessions, or a record.
// The engine's time for the answers is in bench/past.mjs. The log is not read: the pages open before that. Then measures each chart, and the
// parts of the dashboard that need the log: from the answer until the frame that shows it.
import { reportNames } from "../webviews/contract/generated/values.ts";
import { median, withPage } from "./page.mjs";
import { openProject } from "./project.mjs";

const { engine, context } = await openProject(process.argv[2], ({ path }) => !path.startsWith("activity"));
const view = (query) => JSON.parse(engine.view(query, context)).view;
const common = { project: view({ kind: "project" }), today: "2026-11-18", readOnly: null, locale: "en", strings: {} };
const sessions = view({ kind: "sessions" });

/** The log is read only for what the pages show later. */
const { engine: past } = await openProject(process.argv[2]);
const pastView = (query) => JSON.parse(past.view(query, context)).view;
const dashboard = { ...common, dashboard: view({ kind: "dashboard" }), me: "", hasOthers: false };

const pages = {
  board: { snapshot: { ...common, timers: [], savedFilters: [], board: view({ kind: "board" }) }, content: "[data-card]" },
  dashboard: { snapshot: dashboard, content: ".panel" },
  metrics: { snapshot: { ...common, reading: 0, summary: view({ kind: "report", report: "summary" }) }, content: ".figure" },
  sessions: {
    snapshot: {
      ...common,
      reading: 0,
      sessions,
      // The record follows.
      session: null,
      comparison: null,
      matches: null,
      register: null,
    },
    content: ".list-row",
  },
  library: { snapshot: { ...common, library: view({ kind: "library" }) }, content: ".detail h2" },
};

/** Code of a page: `frame` resolves when the next frame is painted, and `held` answers when the frame with the answer before is painted, and notes the time. */
const notes = `
  const frame = () => new Promise((resolve) => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => resolve(performance.now());
    requestAnimationFrame(() => painted.port2.postMessage(null));
  });
  const times = {};
  let shown = Promise.resolve();
  const held = async (name, body) => {
    await shown;
    const begun = performance.now();
    const note = async (resolve) => {
      times[name] = (await frame()) - begun;
      resolve();
    };
    shown = new Promise((resolve) => addEventListener("message", () => void note(resolve), { once: true }));
    return body;
  };`;

/** Opens a page five times. Returns the median of each time that it notes, until it has noted `count`. */
async function noted(page, count) {
  const script = `${notes}
  globalThis.begin = async () => {
    const begun = performance.now();
    load();
    while (document.querySelector(${JSON.stringify(page.content)}) === null) await frame();
    const opened = performance.now() - begun;
    while (Object.keys(times).length < ${count}) await frame();
    return { "first paint": opened, ...times };
  };`;
  return await withPage({ ...page, script }, async (open) => {
    const runs = [];
    for (let run = 0; run < 5; run += 1) runs.push(await (await open()).evaluate("begin()"));
    return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((times) => times[name]))]));
  });
}

const figures = {};
for (const [name, { snapshot, content }] of Object.entries(pages)) {
  const answer = `return name === "details" ? null : name === "past" ? new Promise(() => {}) : structuredClone(snapshot);`;
  figures[`${name}, snapshot kB`] = JSON.stringify(snapshot).length / 1000;
  const times = await noted({ name, snapshot, content, answer }, 0);
  figures[`${name}, first paint`] = times["first paint"];
}

const reports = Object.fromEntries(reportNames.map((report) => [report, pastView({ kind: "report", report })]));
const history = { snapshot: dashboard, history: pastView({ kind: "dashboardHistory", since: context.now - 7 * 86_400_000 }), since: context.now - 7 * 86_400_000, effort: reports.effort };
const later = {
  dashboard: { snapshot: { ...dashboard, past: history }, content: ".panel", answer: 'return name === "past" ? held("what needs the log", snapshot.past) : structuredClone(snapshot);', count: 1 },
  metrics: {
    snapshot: { ...common, reading: null, summary: reports.summary, reports },
    content: ".figure",
    answer: 'return name === "report" ? held(body.name, snapshot.reports[body.name]) : structuredClone(snapshot);',
    // The summary is in the first answer.
    count: reportNames.length - 1,
  },
};
for (const [name, { count, ...page }] of Object.entries(later)) {
  const { "first paint": _, ...times } = await noted({ name, ...page }, count);
  for (const [part, time] of Object.entries(times)) figures[`${name}, ${part}`] = time;
}
console.log(JSON.stringify(figures));
