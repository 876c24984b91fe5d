// Records the views of tests/projects/tide-atlas, for the gallery and the tests of the webviews.
//   npm run record        after `npm run build`; writes testing/tideAtlas.json of the board and of the Gantt chart
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { engineLoader } from "../extension/src/engine/engineLoader.ts";
import { dist, root } from "./lib/paths.mjs";

const folder = join(root, "tests/projects/tide-atlas", ".handoff");
/** The current day in tests and gallery. */
const now = Date.parse("2026-11-24T09:00:00Z");

/** @param {string} path @returns {({ kind: "folder", path: string } | { kind: "file", path: string, bytes: Uint8Array })[]} */
const found = (path) =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = relative(folder, join(folder, path, entry.name)).replaceAll("\\", "/");
    return entry.isDirectory()
      ? [{ kind: "folder", path: inside }, ...found(inside)]
      : [{ kind: "file", path: inside, bytes: new Uint8Array(readFileSync(join(folder, inside))) }];
  });

const Engine = await engineLoader(async () => readFileSync(join(dist, "engine", "engine_bg.wasm")))();
const engine = new Engine();
/** @type {import("../webviews/contract/generated/protocol.ts").Context} */
const context = { now, timeZone: { offsetMinutes: 0, changes: [] }, actor: { kind: "human", name: "" }, writer: "gallery", seed: 1 };
engine.feed([""], found(""), context);
/** @type {(query: import("../webviews/contract/generated/protocol.ts").Query) => import("../webviews/contract/generated/protocol.ts").View} */
const viewOf = (query) => JSON.parse(engine.view(query, context));
const board = viewOf({ kind: "board", unlimited: ["done", "skipped"] });
if (board.kind !== "board") throw new Error("The engine did not answer with a board.");
const cards = board.view.columns.flatMap((column) => column.cards);
writeFileSync(join(root, "webviews", "board", "testing", "tideAtlas.json"), `${JSON.stringify(cards, null, 2)}\n`);
const gantt = viewOf({ kind: "gantt", filter: {}, group: "tree", sort: "manual", loads: true });
if (gantt.kind !== "gantt") throw new Error("The engine did not answer with a Gantt chart.");
writeFileSync(join(root, "webviews", "gantt", "testing", "tideAtlas.json"), `${JSON.stringify(gantt.view, null, 2)}\n`);
// The sessions of the example reach further than the day of the other pictures.
/** @type {import("../webviews/contract/generated/protocol.ts").Context} */
const dashboardContext = { ...context, actor: { kind: "human", name: "Mika" } };
/** @type {(query: import("../webviews/contract/generated/protocol.ts").Query) => unknown} */
const recorded = (query) => JSON.parse(engine.view(query, dashboardContext)).view;
const since = now - 3 * 24 * 60 * 60_000;
const dashboard = {
  project: recorded({ kind: "project" }),
  dashboard: recorded({ kind: "dashboard" }),
  past: { history: recorded({ kind: "dashboardHistory", since }), since, effort: recorded({ kind: "report", report: "effort" }) },
  glance: recorded({ kind: "glance" }),
};
writeFileSync(join(root, "webviews", "dashboard", "testing", "tideAtlas.json"), `${JSON.stringify(dashboard, null, 2)}\n`);
