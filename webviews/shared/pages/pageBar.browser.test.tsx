// The bar on top of every page, with the links to the others.
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import "../theme/base.css";
import type { Page } from "../../contract/surfaces.ts";
import { setLocale } from "../text/language.ts";
import { applyTheme } from "../testing/theme.ts";
import { toolbarRows } from "../testing/toolbarRows.ts";
import { PageBar } from "./PageBar.tsx";
import type { PageBarProps } from "./PageBar.tsx";

const opened: Page[] = [];
const root = document.createElement("main");

function open(more: Partial<PageBarProps> = {}): void {
  const history = { steps: { undo: null, redo: null }, undo: () => undefined, redo: () => undefined };
  render(<PageBar here="board" open={(target) => void opened.push(target)} history={history} gestures={() => []} {...more} />, root);
}

beforeEach(() => {
  opened.length = 0;
  applyTheme("dark");
  document.body.replaceChildren(root);
});

afterEach(() => {
  render(null, root);
  setLocale({ locale: "en", strings: {} });
});

const links = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(".page-link")];
const names = (): string[] => [...root.querySelectorAll<HTMLElement>(".page-name")].filter((name) => name.checkVisibility()).map(({ innerText }) => innerText);

it("opens the other pages, and marks the shown one", async () => {
  await page.viewport(1400, 500);
  open();
  await page.getByRole("button", { name: "Gantt Chart" }).click();
  await page.getByRole("button", { name: "Board", exact: true }).click();
  expect(opened).toEqual(["gantt"]);
  expect(document.querySelector("[aria-current=page]")?.getAttribute("aria-label")).toBe("Board");
});

it("each link shows the picture of its page in the color of its text", async () => {
  await page.viewport(1400, 500);
  open();
  const pictures = links().map((link) => link.querySelector("svg"));
  expect(pictures.map((picture) => picture !== null && getComputedStyle(picture).stroke)).toEqual(links().map((link) => getComputedStyle(link).color));
  expect(new Set(pictures.map((picture) => picture?.innerHTML)).size).toBe(9);
  expect(pictures.every((picture) => picture?.getBoundingClientRect().width === 16)).toBe(true);
});

it("is one tab stop, in which arrow keys move", async () => {
  await page.viewport(1400, 500);
  open();
  const stops = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("button")].filter(({ tabIndex }) => tabIndex === 0);
  await expect.poll(() => stops().length).toBe(1);
  stops()[0]?.focus();
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Dashboard");
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Keys and gestures");
  expect(stops()).toHaveLength(1);
});

describe.each([
  ["in English", "dark", { locale: "en", strings: {} }],
  ["in English, in high contrast", "highContrast", { locale: "en", strings: {} }],
  ["in Japanese", "light", { locale: "ja", strings: japanese }],
] as const)("%s", (_, theme, language) => {
  it("is one row of one height, with all names at 900 pixels", async () => {
    applyTheme(theme);
    setLocale(language);
    await page.viewport(900, 500);
    open();
    await expect.poll(() => names()).toHaveLength(9);
    for (const width of [1400, 900, 720, 420, 320]) {
      await page.viewport(width, 500);
      await expect.poll(() => toolbarRows(".page-bar"), { message: `at ${width} pixels` }).toEqual({ rows: 1, fits: true });
      expect(root.querySelector(".page-bar")?.getBoundingClientRect().height).toBe(36);
    }
  });
});

it("names give way to icons with tooltips, last that of the shown page, and return as soon as there is room", async () => {
  await page.viewport(600, 500);
  open();
  await expect.poll(names).toEqual(["Board"]);
  expect(links().map(({ title }) => title)).toContain("Gantt Chart");
  await page.viewport(330, 500);
  await expect.poll(names).toEqual([]);
  await page.viewport(1000, 500);
  await expect.poll(names).toHaveLength(9);
});

it("on the page of a task, no link is marked", async () => {
  await page.viewport(1400, 500);
  render(<PageBar open={() => undefined} gestures={() => []} />, root);
  expect(document.querySelector("[aria-current]")).toBeNull();
});
