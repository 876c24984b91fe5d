// Keys with and without a focused field: VSCode's shortcuts work, and undo does exactly one thing.
import type { Frame, Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { showEverything } from "./pages/ganttFiles.ts";
import { GanttPage } from "./pages/ganttPage.ts";
import { filesBecome, settledFiles } from "./pages/taskFiles.ts";

const review = ".handoff/tasks/t2-map-view/t2.1-tile-rendering/_task.review.json";
const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";

let vscode: Vscode;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1600, height: 1000 }, prepare: showEverything });
  await vscode.openTree();
});

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await vscode.page.keyboard.press(key);
};

const filterOf = (frame: Frame): Locator => frame.getByRole("textbox", { name: "Filter by text" });

/** Whether a field has the focus. If not, the error names what has it. */
async function checkFocus(field: Locator): Promise<true> {
  if (await field.evaluate((element) => document.hasFocus() && element === document.activeElement)) return true;
  const inVscode = await vscode.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 100));
  const inPage = await field.evaluate(() => `${document.hasFocus()} ${document.activeElement?.outerHTML.slice(0, 100)}`);
  throw new Error(`The focus is elsewhere: in VSCode ${inVscode}; in the page ${inPage}`);
}

const hasFocus = (field: Locator) => until("the field to have the focus", () => checkFocus(field));

/** Clicks a field until it keeps the focus: VSCode may move the focus once more after it opened a view. */
const clickUntilFocused = (field: Locator) =>
  until("the field to be focused by a click", async () => {
    await field.click();
    return checkFocus(field);
  });

/** Opens the command palette with F1 and closes it, so that VSCode has handled the earlier keys of a page. */
async function paletteOpens(frame: Frame): Promise<void> {
  const palette = vscode.page.locator(".quick-input-widget input.input");
  await press("F1");
  // Before it has the focus and the page knows that, Escape would go to the page.
  await vscode.page.locator(".quick-input-widget :focus").waitFor();
  await until("the page to lose the focus", () => frame.evaluate(() => !document.hasFocus()));
  await press("Escape");
  await palette.waitFor({ state: "hidden" });
}

/** Hides the side bar with Ctrl+B, and shows it again. */
async function sideBarToggles(field: () => Promise<Locator>): Promise<void> {
  const sideBar = vscode.page.locator(".part.sidebar");
  for (const state of ["hidden", "visible"] as const) {
    await hasFocus(await field());
    await press("Control+b");
    await sideBar.waitFor({ state });
  }
}

/** Types into the filter and clears it, so that the browser has text changes to undo. */
async function typeAndClear(filter: Locator, text: string): Promise<void> {
  await clickUntilFocused(filter);
  await vscode.page.keyboard.type(text);
  await press("Control+a", "Delete");
  expect(await filter.inputValue()).toBe("");
}

describe("on the board", () => {
  let board: BoardPage;
  let filter: Locator;
  let before: Record<string, string>;
  beforeAll(async () => {
    board = await BoardPage.open(vscode);
    filter = filterOf(board.frame);
    before = await settledFiles(vscode);
  });

  test("VSCode's shortcuts work while the filter is focused", async () => {
    const focused = async (): Promise<Locator> => {
      await clickUntilFocused(filter);
      return filter;
    };
    await hasFocus(await focused());
    await paletteOpens(board.frame);
    expect(await hasFocus(filter)).toBe(true);
    await sideBarToggles(focused);
  });

  test("typing into the filter triggers nothing else", async () => {
    await clickUntilFocused(filter);
    await vscode.page.keyboard.type("n x");
    expect(await filter.inputValue()).toBe("n x");
    expect(await board.frame.locator(".card.selected, .entry textarea").count()).toBe(0);
    await press("Escape");
    await until("the filter to be empty", async () => (await filter.inputValue()) === "");
  });

  test("VSCode's shortcuts work while a title is edited", async () => {
    const title = board.frame.getByRole("textbox", { name: "Title of t2.1" });
    const focused = async (): Promise<Locator> => {
      await board.card("t2.1").focus();
      await press("F2");
      return title;
    };
    await hasFocus(await focused());
    await paletteOpens(board.frame);
    await sideBarToggles(focused);
    await focused();
    await press("Escape");
    await title.waitFor({ state: "detached" });
    expect(await settledFiles(vscode)).toEqual(before);
  });

  test("undo in the filter reverts the typing and no task change", async () => {
    await clickUntilFocused(filter);
    await vscode.page.keyboard.type("wave");
    await press("Control+z");
    await until("the typing to be taken back", async () => (await filter.inputValue()) !== "wave");
    await press("Control+y");
    await until("the typing to be there again", async () => (await filter.inputValue()) === "wave");
    expect(await settledFiles(vscode)).toEqual(before);
    await press("Escape");
  });

  test("undo and redo on a card do not change the filter", async () => {
    await typeAndClear(filter, "wave");
    await board.card("t2.1").focus();
    await press("Space");
    await board.card("t2.1").and(board.frame.locator(".carried")).waitFor();
    await press("ArrowRight", "Space");
    await vscode.fileBecomes(review, (text) => text.includes('"t2.1"'));
    for (const redo of ["Control+Shift+Z", "Control+y", undefined]) {
      await press("Control+z");
      await filesBecome(vscode, before);
      await hasFocus(board.card("t2.1"));
      await paletteOpens(board.frame);
      expect(await filter.inputValue()).toBe("");
      if (redo === undefined) continue;
      await board.card("t2.1").focus();
      await press(redo);
      await vscode.fileBecomes(review, (text) => text.includes('"t2.1"'));
      await hasFocus(board.card("t2.1"));
      await paletteOpens(board.frame);
      expect(await filter.inputValue()).toBe("");
      await board.card("t2.1").focus();
    }
  });
});

describe("on the Gantt chart", () => {
  let chart: GanttPage;
  let filter: Locator;
  let before: Record<string, string>;
  beforeAll(async () => {
    chart = await GanttPage.open(vscode);
    filter = filterOf(chart.frame);
    before = await settledFiles(vscode);
  });

  const chooseRow = () => chart.row("t5").click({ position: { x: 60, y: 8 } });

  test("VSCode's shortcuts work while the filter is focused", async () => {
    const focused = async (): Promise<Locator> => {
      await clickUntilFocused(filter);
      return filter;
    };
    await hasFocus(await focused());
    await paletteOpens(chart.frame);
    expect(await hasFocus(filter)).toBe(true);
    await sideBarToggles(focused);
  });

  test("VSCode's shortcuts work while a cell is edited", async () => {
    const title = chart.frame.getByRole("textbox", { name: "Title of t5" });
    const focused = async (): Promise<Locator> => {
      await chooseRow();
      await press("F2");
      return title;
    };
    await hasFocus(await focused());
    await paletteOpens(chart.frame);
    await sideBarToggles(focused);
    await focused();
    await press("Escape");
    await title.waitFor({ state: "detached" });
    expect(await settledFiles(vscode)).toEqual(before);
  });

  test("typing into a cell triggers nothing else", async () => {
    const title = chart.frame.getByRole("textbox", { name: "Title of t5" });
    const old = await chart.row("t5").locator(".row-title").textContent();
    await chooseRow();
    await press("F2");
    await hasFocus(title);
    await vscode.page.keyboard.type("x 0 t l");
    expect(await title.inputValue()).toBe("x 0 t l");
    await press("ArrowLeft", "ArrowUp", "Home");
    await hasFocus(title);
    await press("Escape");
    await title.waitFor({ state: "detached" });
    expect(await chart.row("t5").locator(".row-title").textContent()).toBe(old);
    expect(await settledFiles(vscode)).toEqual(before);
  });

  test("undo and redo on a row do not change the filter", async () => {
    await typeAndClear(filter, "sch");
    await chooseRow();
    await press("Alt+ArrowRight");
    const moved = await vscode.fileBecomes(budget, (text) => text !== before[budget]);
    for (const redo of ["Control+Shift+Z", "Control+y", undefined]) {
      await press("Control+z");
      await filesBecome(vscode, before);
      await paletteOpens(chart.frame);
      expect(await filter.inputValue()).toBe("");
      if (redo === undefined) continue;
      await chooseRow();
      await press(redo);
      await vscode.fileBecomes(budget, (text) => text === moved);
      await paletteOpens(chart.frame);
      expect(await filter.inputValue()).toBe("");
      await chooseRow();
    }
  });
});
