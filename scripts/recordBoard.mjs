// Records what the engine shows of examples/tide-atlas on a board, for the gallery and the webviews' tests.
//   node scripts/recordBoard.mjs        after `npm run build`; writes webviews/board/testing/tideAtlas.json
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { dist, root } from "./lib/paths.mjs";

const folder = join(root, "examples", "tide-atlas", ".handoff");
/** The day on which tests and gallery take place. */
const now = Date.parse("2026-11-24T09:00:00Z");

/** @param {string} path @returns {({ kind: "folder", path: string } | { kind: "file", path: string, bytes: Uint8Array })[]} */
const found = (path) =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = relative(folder, join(folder, path, entry.name)).replaceAll("\\", "/");
    return entry.isDirectory()
      ? [{ kind: "folder", path: inside }, ...found(inside)]
      : [{ kind: "file", path: inside, bytes: new Uint8Array(readFileSync(join(folder, inside))) }];
  });

/** @type {typeof import("../dist/engine/engine.d.ts")} */
const wasm = await import(pathToFileURL(join(dist, "engine", "engine.js")).href);
await wasm.default({ module_or_path: readFileSync(join(dist, "engine", "engine_bg.wasm")) });
const engine = new wasm.Engine();
engine.feed(found(""), now);
const context = { now, utcOffsetMinutes: 0, actor: { kind: "human", name: "" }, writer: "gallery", seed: 1 };
const { view } = engine.view({ kind: "board", unlimited: ["done", "skipped"] }, context);
const cards = view.columns.flatMap((/** @type {{ cards: unknown[] }} */ column) => column.cards);
writeFileSync(join(root, "webviews", "board", "testing", "tideAtlas.json"), `${JSON.stringify(cards, null, 2)}\n`);
