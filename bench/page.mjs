// Opens a webview in Chromium with a simulated host, to measure board and chart.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../scripts/lib/machine.mjs";

const webviews = join(fileURLToPath(new URL("..", import.meta.url)), "dist/webviews");
const types = { ".css": "text/css", ".js": "text/javascript", ".ttf": "font/ttf" };

/** @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Returns the HTML of the page. `answer` is the body of a function from the name and the body of a request to the answer of the host, or a promise
 * of it, with `snapshot` in scope; `script` adds measuring code. `load` inserts the script of the page; `moved` returns the time from a pointer move to its painted frame.
 * @param {{ name: string, snapshot: object, answer: string, script: string }} page
 */
function html({ name, snapshot, answer, script }) {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<link rel="stylesheet" href="/codicon.css"><link rel="stylesheet" href="/${name}.css"></head>
<body class="vscode-dark"><main id="root"></main><script>
const snapshot = ${JSON.stringify(snapshot).replaceAll("<", "\\u003c")};
const answer = (name, body) => { ${answer} };
globalThis.acquireVsCodeApi = () => ({
  getState: () => undefined,
  setState: () => undefined,
  postMessage: async ({ id, name, body }) => window.postMessage({ kind: "reply", id, body: await answer(name, body) }, "*"),
});
// The callbacks of a frame run before it is painted, and a message that they post is handled after it.
const painted = new MessageChannel();
const load = () => {
  const script = document.createElement("script");
  script.src = "/${name}.js";
  document.body.append(script);
};
globalThis.moved = (x, y) => new Promise((resolve) => {
  const begun = performance.now();
  const event = { pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: x, clientY: y, bubbles: true };
  document.elementFromPoint(x, y)?.dispatchEvent(new PointerEvent("pointermove", event));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
});
${script}
</script></body></html>`;
}

/**
 * Serves the page, passes `measure` a function that opens it, and stops server and browser afterwards.
 * @template T
 * @param {Parameters<typeof html>[0]} page
 * @param {(open: () => Promise<import("playwright-core").Page>) => Promise<T>} measure
 */
export async function withPage(page, measure) {
  const document = html(page);
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").split("?")[0] ?? "/";
    if (name === "/") {
      response.setHeader("content-type", "text/html");
      response.end(document);
      return;
    }
    try {
      response.setHeader("content-type", types[name.slice(name.lastIndexOf("."))] ?? "application/octet-stream");
      response.end(readFileSync(join(webviews, name.slice(name.lastIndexOf("/") + 1))));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const browser = await chromium.launch(await chromiumOptions("--enable-precise-memory-info"));
  try {
    return await measure(async () => {
      for (const context of browser.contexts()) await context.close();
      const shown = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await shown.goto(`http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/`);
      await settled(browser);
      return shown;
    });
  } finally {
    await browser.close();
    server.close();
  }
}

/** The browser is settled when its processes use less than this share of a processor for two intervals. */
const SETTLED_SHARE = 0.2;
const SETTLED_INTERVAL_MS = 100;

/**
 * Waits until the browser has nothing to do. For each new window it loads pages of its own, which take a processor for almost a second.
 * @param {import("playwright-core").Browser} browser
 */
async function settled(browser) {
  const session = await browser.newBrowserCDPSession();
  const used = async () => (await session.send("SystemInfo.getProcessInfo")).processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
  let before = 0;
  let calm = 0;
  while (calm < 2) {
    const now = await used();
    calm = now - before < SETTLED_SHARE * SETTLED_INTERVAL_MS ? calm + 1 : 0;
    before = now;
    await setTimeout(SETTLED_INTERVAL_MS);
  }
  await session.detach();
}

/**
 * Returns the value of an expression in the page. Fails with the text of the page if there is none within two minutes, because the page may show an error.
 * @param {import("playwright-core").Page} shown @param {string} expression
 */
export async function evaluate(shown, expression) {
  const noValue = Symbol("no value");
  const value = await Promise.race([shown.evaluate(expression), setTimeout(120_000, noValue, { ref: false })]);
  if (value === noValue) throw new Error(`The page has not shown its content: ${await shown.locator("#root").innerText()}`);
  return value;
}

/** Returns the heap in MB after a garbage collection, and the number of elements in the page. @param {import("playwright-core").Page} shown */
export async function weight(shown) {
  const session = await shown.context().newCDPSession(shown);
  await session.send("HeapProfiler.collectGarbage");
  return {
    "heap MB": await shown.evaluate("performance.memory.usedJSHeapSize / 2 ** 20"),
    "DOM nodes": await shown.evaluate("document.querySelectorAll('*').length"),
  };
}
