// Every surface in every state in which it must be readable, checked and as one table of pictures: dist/gallery/table.png.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSurface, out, serveGallery } from "../../scripts/lib/gallery.mjs";
import { chromiumOptions } from "../../scripts/lib/machine.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = join(out, "table");

/** The surfaces, and what each shows. */
const surfaces = {
  board: { surface: "board" },
  chart: { surface: "gantt", tasks: "41", critical: "" },
  "chart as a table": { surface: "gantt", table: "" },
  task: { surface: "task", task: "t1.2.2" },
  dashboard: { surface: "dashboard" },
  overview: { surface: "overview" },
  metrics: { surface: "metrics" },
  sessions: { surface: "sessions" },
  register: { surface: "sessions", tab: "register" },
  library: { surface: "library", tab: "memories" },
  time: { surface: "time", timers: "" },
  settings: { surface: "settings" },
};

const size = { width: 1280, height: 800 };

/** What a person may have set: the theme, the language, the zoom, the width of the editor, and no motion. */
const states = {
  dark: { query: { theme: "dark" } },
  light: { query: { theme: "light" } },
  "high contrast": { query: { theme: "highContrast" } },
  "high contrast, light": { query: { theme: "highContrastLight" } },
  Japanese: { query: { theme: "light", lang: "ja" } },
  "200 % zoom": { query: { theme: "dark" }, viewport: { width: size.width / 2, height: size.height / 2 }, scale: 2 },
  "320 px": { query: { theme: "light" }, viewport: { width: 320, height: size.height } },
  "no motion": { query: { theme: "dark" }, reducedMotion: "reduce" },
};

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveGallery>>} */
let gallery;

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
async function violations(page) {
  await page.evaluate(axe);
  return await page.evaluate(async () => {
    const found = await globalThis.axe.run();
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

/** Returns the elements that move although the person wants no motion. */
const moving = (page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => (effect?.target === undefined ? [] : [effect.target.className])),
  );

/** Returns the width of the page that cannot be seen without scrolling it sideways. */
const hiddenWidth = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const pictureOf = (state, surface) => join(folder, `${surface} - ${state}.png`);

test.each(Object.entries(states))("every surface is readable and has no violation: %s", async (state, { query, viewport = size, scale = 1, reducedMotion }) => {
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale, reducedMotion });
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  for (const [surface, content] of Object.entries(surfaces)) {
    await openSurface(page, gallery.url, { ...content, ...query });
    if (reducedMotion !== undefined) expect.soft(await moving(page), surface).toEqual([]);
    await page.screenshot({ path: pictureOf(state, surface), animations: "disabled" });
    expect.soft(await hiddenWidth(page), `${surface}: hidden width`).toBe(0);
    expect.soft(await violations(page), surface).toEqual([]);
  }
  expect.soft(errors).toEqual([]);
  await context.close();
});

test("the pictures are in one table", async () => {
  const page = await browser.newPage({ viewport: { width: 2600, height: 800 } });
  const head = Object.keys(states).map((state) => `<th>${state}</th>`).join("");
  const row = (surface) => {
    const pictures = Object.keys(states).map((state) => `<td><img src="${encodeURI(pathToFileURL(pictureOf(state, surface)).href)}"></td>`);
    return `<tr><th>${surface}</th>${pictures.join("")}</tr>`;
  };
  const style = "body { font: 14px sans-serif } td { vertical-align: top } img { max-width: 300px; max-height: 190px; border: 1px solid gray }";
  const file = join(out, "table.html");
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>${style}</style><table><tr><th></th>${head}</tr>${Object.keys(surfaces).map(row).join("")}</table>`);
  await page.goto(pathToFileURL(file).href);
  const sizes = await page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth));
  expect(sizes.length).toBe(Object.keys(surfaces).length * Object.keys(states).length);
  expect(sizes.every((width) => width > 0)).toBe(true);
  await page.screenshot({ path: join(out, "table.png"), fullPage: true });
});
