// Measures the Gantt chart's page in Chromium with the engine's own view of a project: node bench/gantt.mjs FOLDER
// First paint: from the script's start until a frame with bars is painted. Scroll: frames over 32 ms within 2 s of steady scrolling.
// Drag: from a pointer move until the frame that shows it.
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
const { view: gantt } = engine.view({ kind: "gantt" }, context);
const { view: project } = engine.view({ kind: "project" }, context);
const snapshot = { gantt, project, today: "2026-11-18", readOnly: null, locale: "en", strings: {} };

/** The page that the extension shows, with a host that answers every question about the plan with the snapshot; posting copies it. */
const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<link rel="stylesheet" href="/codicon.css"><link rel="stylesheet" href="/gantt.css"></head>
<body class="vscode-dark"><main id="root"></main><script>
const snapshot = ${JSON.stringify(snapshot).replaceAll("<", "\\u003c")};
const proposal = { revision: 1, refusal: null, moves: [], endBefore: null, end: null, late: [], load: [] };
globalThis.acquireVsCodeApi = () => ({
  getState: () => undefined,
  setState: () => undefined,
  postMessage: ({ id, name }) => window.postMessage({ kind: "reply", id, body: name === "propose" ? proposal : snapshot }, "*"),
});
// A frame's callbacks come before it is painted, and a message that they post comes after.
const painted = new MessageChannel();
globalThis.begin = () => new Promise((resolve) => {
  painted.port1.onmessage = () => resolve(performance.now() - begun);
  const watch = () => {
    if (document.querySelector("[data-bar]") !== null) painted.port2.postMessage(null);
    else requestAnimationFrame(watch);
  };
  const begun = performance.now();
  const script = document.createElement("script");
  script.src = "/gantt.js";
  document.body.append(script);
  requestAnimationFrame(watch);
});
globalThis.scrolled = () => new Promise((resolve) => {
  const scroller = document.querySelector(".chart-scroller");
  const begun = performance.now();
  const frames = [];
  let before = begun;
  let way = 1;
  const next = (now) => {
    frames.push(now - before);
    const by = 1.5 * (now - before) * way;
    before = now;
    const { scrollTop } = scroller;
    scroller.scrollTop += by;
    // At an end it turns back, so that short projects are scrolled all the time too.
    if (Math.abs(by) > 2 && scroller.scrollTop === scrollTop) way = -way;
    if (now - begun < 2000) requestAnimationFrame(next);
    else resolve({ slow: frames.slice(2).filter((frame) => frame > 32).length, frames: frames.length });
  };
  requestAnimationFrame(next);
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
try {
  const runs = [];
  let shown;
  for (let run = 0; run < 5; run += 1) {
    await shown?.close();
    shown = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await shown.goto(`http://127.0.0.1:${port}/`);
    runs.push(await shown.evaluate("begin()"));
  }
  const scrolls = [];
  for (let run = 0; run < 3; run += 1) scrolls.push(await shown.evaluate("scrolled()"));
  await shown.evaluate("document.querySelector('.chart-scroller').scrollTop = 0; new Promise(requestAnimationFrame)");
  const bar = await shown.evaluate(`(() => {
    const fits = ({ left, right, top, bottom }) => left > 480 && right < 1250 && top > 100 && bottom < 780;
    const boxes = [...document.querySelectorAll(".bar-fill")].map((bar) => bar.getBoundingClientRect());
    const { left, top, width, height } = boxes.find(fits) ?? boxes[0];
    return { left, top, width, height };
  })()`);
  const [x, y] = [bar.left + bar.width / 2, bar.top + bar.height / 2];
  await shown.mouse.move(x, y);
  await shown.mouse.down();
  await shown.mouse.move(x + 40, y, { steps: 4 });
  const moves = [];
  for (let step = 0; step < 30; step += 1) moves.push(await shown.evaluate(`moved(${x + 40 + step * 8}, ${y})`));
  await shown.keyboard.press("Escape");
  await shown.mouse.up();
  const session = await shown.context().newCDPSession(shown);
  await session.send("HeapProfiler.collectGarbage");
  const heap = await shown.evaluate("performance.memory.usedJSHeapSize / 2 ** 20");
  console.log(
    JSON.stringify({
      rows: gantt.rows.length,
      links: gantt.links.length,
      "snapshot kB": JSON.stringify(snapshot).length / 1000,
      "first paint": median(runs),
      "frames over 32 ms in 2 s": median(scrolls.map(({ slow }) => slow)),
      "drag to repaint": median(moves),
      "heap MB": heap,
      "DOM nodes": await shown.evaluate("document.querySelectorAll('*').length"),
    }),
  );
} finally {
  await browser.close();
  server.close();
}
