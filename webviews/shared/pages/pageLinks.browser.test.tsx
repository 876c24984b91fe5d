// The links from a page to the others.
import { render } from "preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import "../theme/base.css";
import type { Page } from "../../contract/surfaces.ts";
import { rovingBar } from "../keyboard/rovingBar.ts";
import { applyTheme } from "../testing/theme.ts";
import { PageLinks } from "./PageLinks.tsx";

const opened: Page[] = [];
const root = document.createElement("main");

beforeEach(() => {
  opened.length = 0;
  applyTheme("dark");
  document.body.replaceChildren(root);
  render(<PageLinks here="board" open={(target) => void opened.push(target)} />, root);
});

afterEach(() => render(null, root));

test("a wide page opens the others with one click, and marks itself", async () => {
  await page.viewport(1400, 500);
  await page.getByRole("button", { name: "Gantt Chart" }).click();
  await page.getByRole("button", { name: "Board", exact: true }).click();
  expect(opened).toEqual(["gantt"]);
  expect(document.querySelector("[aria-current=page]")?.getAttribute("aria-label")).toBe("Board");
});

test("each link shows the picture of its page in the color of its text", async () => {
  await page.viewport(1400, 500);
  const links = [...root.querySelectorAll<HTMLElement>(".page-row > button")];
  const pictures = links.map((link) => link.querySelector("svg"));
  expect(pictures.map((picture) => picture !== null && getComputedStyle(picture).stroke)).toEqual(links.map((link) => getComputedStyle(link).color));
  expect(new Set(pictures.map((picture) => picture?.innerHTML)).size).toBe(9);
  expect(pictures.every((picture) => picture?.getBoundingClientRect().width === 16)).toBe(true);
});

test("the row is one tab stop, in which arrow keys move", async () => {
  await page.viewport(1400, 500);
  const stops = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(".page-row > button")].filter(({ tabIndex }) => tabIndex === 0);
  await expect.poll(() => stops().length).toBe(1);
  stops()[0]?.focus();
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Dashboard");
});

test("in a toolbar, the links and the other buttons are one tab stop", async () => {
  await page.viewport(1400, 500);
  render(
    <div role="toolbar">
      <PageLinks here="board" open={() => undefined} />
      <button type="button">Undo</button>
    </div>,
    root,
  );
  const bar = root.querySelector<HTMLElement>("[role=toolbar]");
  if (bar === null) throw new Error("There is no toolbar.");
  const stop = rovingBar(bar);
  const stops = (): number => [...bar.querySelectorAll<HTMLElement>(".page-row > button, [role=toolbar] > button")].filter(({ tabIndex }) => tabIndex === 0).length;
  await expect.poll(stops).toBe(1);
  bar.querySelector<HTMLElement>("[aria-label=Settings]")?.focus();
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  expect(document.activeElement?.textContent).toBe("Undo");
  expect(stops()).toBe(1);
  stop();
});

test("a narrow page offers them in one menu", async () => {
  await page.viewport(700, 500);
  await expect.element(page.getByRole("button", { name: "Gantt Chart" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Page: Board" }).click();
  await expect.element(page.getByRole("menuitemradio", { name: "Board", exact: true })).toHaveAttribute("aria-checked", "true");
  await page.getByRole("menuitemradio", { name: "Gantt Chart" }).click();
  expect(opened).toEqual(["gantt"]);
});
