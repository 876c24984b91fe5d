// Measures the first paints of the pages about the past in Chromium, beside the board's, with the views of a project: node bench/insight.mjs FOLDER
// From the start of the script until a frame with the first content is painted: cards, the figures of today, or the details of a session.
// The engine's time for the answers is in bench/past.mjs. The log is not read: the pages open before that.
import { median, withPage } from "./page.mjs";
import { openProject } from "./project.mjs";

const { engine, context } = await openProject(process.argv[2], ({ path }) => !path.startsWith("activity"));
const view = (query) => JSON.parse(engine.view(query, context)).view;
const common = { project: view({ kind: "project" }), today: "2026-11-18", readOnly: null, locale: "en", strings: {} };
const sessions = view({ kind: "sessions" });

const pages = {
  board: { snapshot: { ...common, board: view({ kind: "board" }) }, content: "[data-card]" },
  metrics: { snapshot: { ...common, reading: 0, report: view({ kind: "report", report: "summary" }) }, content: ".figure" },
  sessions: {
    snapshot: {
      ...common,
      reading: 0,
      sessions,
      session: view({ kind: "session", id: sessions.sessions[0].id }),
      comparison: null,
      matches: null,
      register: null,
    },
    content: ".detail h2",
  },
};

const figures = {};
for (const [name, { snapshot, content }] of Object.entries(pages)) {
  const script = `globalThis.begin = () => new Promise((resolve) => {
    painted.port1.onmessage = () => resolve(performance.now() - begun);
    const watch = () => {
      if (document.querySelector(${JSON.stringify(content)}) !== null) painted.port2.postMessage(null);
      else requestAnimationFrame(watch);
    };
    const begun = performance.now();
    load();
    requestAnimationFrame(watch);
  });`;
  const answer = `return name === "report" ? snapshot.report : name === "details" ? null : structuredClone(snapshot);`;
  figures[`${name}, snapshot kB`] = JSON.stringify(snapshot).length / 1000;
  figures[`${name}, first paint`] = await withPage({ name, snapshot, answer, script }, async (open) => {
    const times = [];
    for (let run = 0; run < 5; run += 1) times.push(await (await open()).evaluate("begin()"));
    return median(times);
  });
}
console.log(JSON.stringify(figures));
