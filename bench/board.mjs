// Measures the board's page in Chromium with the engine's own view of a project, all columns unlimited: node bench/board.mjs FOLDER
// First paint: from the script's start until a frame with cards is painted. Every card: until the last one is. Drag: from a pointer
// move until the frame that shows it.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { chromiumArguments, findChromium } from "../scripts/lib/machine.mjs";
import { openProject } from "./project.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const webviews = join(root, "dist/webviews");
const { engine, context } = await openProject(process.argv[2]);
const statuses = ["todo", "in_progress", "review", "blocked", "done", "skipped"];
const { view: board } = engine.view({ kind: "board", unlimited: statuses }, context);
const { view: project } = engine.view({ kind: "project" }, context);
const snapshot = { board, project, today: "2026-11-18", readOnly: null, locale: "en", strings: {} };

/** The page that the extension shows, with a host that answers each question with the snapshot. */
const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<link rel="stylesheet" href="/codicon.css"><link rel="stylesheet" href="/board.css"></head>
<body class="vscode-dark"><main id="root"></main><script>
const snapshot = ${JSON.stringify(snapshot).replaceAll("<", "\\u003c")};
globalThis.acquireVsCodeApi = () => ({
  getState: () => undefined,
  setState: () => undefined,
  postMessage: ({ id }) => window.postMessage({ kind: "reply", id, body: structuredClone(snapshot) }, "*"),
});
// A frame's callbacks come before it is painted, and a message that they post comes after.
const painted = new MessageChannel();
globalThis.begin = (cards) => new Promise((resolve) => {
  const times = [];
  painted.port1.onmessage = () => {
    times.push(performance.now() - begun);
    if (times.length === 2) resolve(times);
  };
  const watch = () => {
    const drawn = document.querySelectorAll("[data-card]").length;
    if (drawn > 0 && times.length === 0) painted.port2.postMessage(null);
    if (drawn === cards) painted.port2.postMessage(null);
    else requestAnimationFrame(watch);
  };
  const begun = performance.now();
  const script = document.createElement("script");
  script.src = "/board.js";
  document.body.append(script);
  requestAnimationFrame(watch);
});
globalThis.moved = (x, y) => new Promise((resolve) => {
  const begun = performance.now();
  const event = { pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: x, clientY: y, bubbles: true };
  document.elementFromPoint(x, y)?.dispatchEvent(new PointerEvent("pointermove", event));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
});
</script></body></html>`;

const types = { ".css": "text/css", ".js": "text/javascript", ".ttf": "font/ttf" };
const server = createServer((request, response) => {
  const name = (request.url ?? "/").split("?")[0];
  if (name === "/") {
    response.setHeader("content-type", "text/html");
    response.end(page);
    return;
  }
  try {
    response.setHeader("content-type", types[name.slice(name.lastIndexOf("."))] ?? "application/octet-stream");
    response.end(readFileSync(join(webviews, name.slice(name.lastIndexOf("/") + 1))));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [...chromiumArguments, "--enable-precise-memory-info"],
});
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const cards = board.columns.reduce((sum, column) => sum + column.cards.length, 0);
try {
  const runs = [];
  let shown;
  for (let run = 0; run < 5; run += 1) {
    await shown?.close();
    shown = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await shown.goto(`http://127.0.0.1:${port}/`);
    runs.push(await shown.evaluate(`begin(${cards})`));
  }
  const card = await shown.locator("[data-card]").first().boundingBox();
  await shown.mouse.move(card.x + 40, card.y + 20);
  await shown.mouse.down();
  await shown.mouse.move(card.x + 80, card.y + 40, { steps: 4 });
  const moves = [];
  for (let step = 0; step < 30; step += 1) moves.push(await shown.evaluate(`moved(${300 + step * 20}, ${200 + step * 5})`));
  await shown.keyboard.press("Escape");
  await shown.mouse.up();
  const session = await shown.context().newCDPSession(shown);
  await session.send("HeapProfiler.collectGarbage");
  const heap = await shown.evaluate("performance.memory.usedJSHeapSize / 2 ** 20");
  console.log(
    JSON.stringify({
      cards,
      "snapshot kB": JSON.stringify(snapshot).length / 1000,
      "first paint": median(runs.map(([first]) => first)),
      "every card": median(runs.map(([, all]) => all)),
      "drag to repaint": median(moves),
      "heap MB": heap,
      "DOM nodes": await shown.evaluate("document.querySelectorAll('*').length"),
    }),
  );
} finally {
  await browser.close();
  server.close();
}
