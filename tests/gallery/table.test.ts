// Every surface in every state in which it must be readable, checked and as one table of pictures: dist/gallery/table.png.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import japanese from "../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { openSurface, out, serveGallery } from "../../scripts/lib/gallery.mjs";
import { chromiumOptions } from "../../scripts/lib/machine.mjs";
import { smallTargets } from "../../webviews/shared/testing/targets.ts";
import { leftInEnglish, textsOf } from "../../webviews/shared/testing/texts.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = join(out, "table");

/** The surfaces, and what each shows. */
const surfaces: Record<string, Record<string, string>> = {
  board: { surface: "board" },
  chart: { surface: "gantt", tasks: "41", critical: "" },
  "board with proposals": { surface: "board", proposal: "" },
  proposal: { surface: "gantt", proposal: "" },
  "chart as a table": { surface: "gantt", table: "" },
  task: { surface: "task", task: "t1.2.2" },
  dashboard: { surface: "dashboard" },
  overview: { surface: "overview" },
  metrics: { surface: "metrics" },
  sessions: { surface: "sessions" },
  register: { surface: "sessions", tab: "register" },
  library: { surface: "library", tab: "memories" },
  inbox: { surface: "library" },
  time: { surface: "time", timers: "" },
  settings: { surface: "settings" },
};

/** Small targets that another one can replace: on the board, the menu of the filter does what a chip does. */
const equivalents = ["[data-chip]"];

const size = { width: 1280, height: 800 };

interface State {
  query: Record<string, string>;
  options?: BrowserContextOptions;
}

/** What a person may have set: the theme, the language, the zoom, the width of the editor, and no motion. */
const states: Record<string, State> = {
  dark: { query: { theme: "dark" } },
  light: { query: { theme: "light" } },
  "high contrast": { query: { theme: "highContrast" } },
  "high contrast, light": { query: { theme: "highContrastLight" } },
  Japanese: { query: { theme: "light", lang: "ja" } },
  "200 % zoom": { query: { theme: "dark" }, options: { viewport: { width: size.width / 2, height: size.height / 2 }, deviceScaleFactor: 2 } },
  "320 px": { query: { theme: "light" }, options: { viewport: { width: 320, height: size.height } } },
  "no motion": { query: { theme: "dark" }, options: { reducedMotion: "reduce" } },
};

let browser: Browser;
let gallery: Awaited<ReturnType<typeof serveGallery>>;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  gallery = await serveGallery();
  browser = await chromium.launch(await chromiumOptions());
});

afterAll(async () => {
  await browser.close();
  gallery.close();
});

/** Returns what axe finds. Runs through the debugger, because the policy of the page forbids other scripts. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return await page.evaluate<string[]>(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`);
}

/** Returns the elements that move. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>("document.getAnimations().map(({ effect }) => effect.target.outerHTML.slice(0, 200))");

/** Returns the width and the height of the page that cannot be seen without scrolling all of it: its parts scroll. */
const hiddenSize = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>("(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight])(document.documentElement)");

const pictureOf = (state: string, surface: string): string => join(folder, `${surface} - ${state}.png`);

test.each(Object.entries(states))("every surface is readable and has no violation: %s", async (state, { query, options }) => {
  const context = await browser.newContext({ viewport: size, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  for (const [surface, content] of Object.entries(surfaces)) {
    // axe takes labels that are scrolled out of sight for missing ones, so the fields of the settings are all in sight.
    const seen = options?.viewport ?? size;
    await page.setViewportSize(surface === "settings" ? { ...seen, height: 6000 } : seen);
    await openSurface(page, gallery.url, { ...content, ...query });
    const moved = options?.reducedMotion === "reduce" ? await moving(page) : [];
    expect.soft(moved, surface).toEqual([]);
    await page.screenshot({ path: pictureOf(state, surface), animations: "disabled" });
    expect.soft(await hiddenSize(page), `${surface}: hidden size`).toEqual([0, 0]);
    const english = query["lang"] === "ja" ? leftInEnglish(await page.locator("body").evaluate(textsOf), japanese) : [];
    expect.soft(english, `${surface}: left in English`).toEqual([]);
    expect.soft(await violations(page), surface).toEqual([]);
    // All that is above the fold of a very high window.
    await page.setViewportSize({ ...seen, height: 4000 });
    expect.soft(await page.evaluate(smallTargets, equivalents), `${surface}: targets below 24 px`).toEqual([]);
  }
  expect.soft(errors).toEqual([]);
  await context.close();
});

test("the pictures are in one table", async () => {
  const page = await browser.newPage({ viewport: { width: 2600, height: 800 } });
  const head = Object.keys(states).map((state) => `<th>${state}</th>`).join("");
  const row = (surface: string): string => {
    const pictures = Object.keys(states).map((state) => `<td><img src="${pathToFileURL(pictureOf(state, surface)).href}"></td>`);
    return `<tr><th>${surface}</th>${pictures.join("")}</tr>`;
  };
  const style = "body { font: 14px sans-serif } td { vertical-align: top } img { width: 290px; height: 190px; object-fit: cover; object-position: top; border: 1px solid gray }";
  const file = join(out, "table.html");
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>${style}</style><table><tr><th></th>${head}</tr>${Object.keys(surfaces).map(row).join("")}</table>`);
  await page.goto(pathToFileURL(file).href);
  const sizes = await page.evaluate<number[]>("[...document.images].map(({ naturalWidth }) => naturalWidth)");
  expect(sizes.length).toBe(Object.keys(surfaces).length * Object.keys(states).length);
  expect(sizes.every((width) => width > 0)).toBe(true);
  await page.screenshot({ path: join(out, "table.png"), fullPage: true });
});
