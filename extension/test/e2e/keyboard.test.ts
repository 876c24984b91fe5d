// A new user works with the keyboard only: from the empty window to a task, its editor, the board
// and back. At each step the focus is at the expected element and visible.
import type { Frame, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { filesBecome, settledFiles } from "./pages/taskFiles.ts";
import { TreePage } from "./pages/treePage.ts";

const criterion = "エラー行をスキップ";
const tiles = ".handoff/tasks/t2-map-view/t2.1-tile-rendering";
const folder = ".handoff/tasks/t1-platform-foundation/t1.2-潮位データ取得/t1.2.2-parse-feed-→-normalised-rows";

let vscode: Vscode;
let page: Page;
let tree: TreePage;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1400, height: 800 } });
  ({ page } = vscode);
});

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Runs a command from the palette, which is opened again until it lists the command. */
async function command(title: string): Promise<void> {
  const palette = page.locator(".quick-input-widget");
  const first = palette.locator(".monaco-list-row.focused .label-name").getByText(title, { exact: true });
  await until(`the command "${title}"`, async () => {
    await press("F1");
    await palette.locator("input.input").and(page.locator(":focus")).waitFor();
    await page.keyboard.type(title);
    try {
      await first.waitFor({ timeout: 2000 });
      return true;
    } catch {
      await press("Escape");
      return false;
    }
  });
  await press("Enter");
}

/**
 * Returns the name of the focused element, with "unseen: " before it if its focus is not visible.
 */
function focused(frame: Frame): Promise<string | undefined> {
  return frame.evaluate(() => {
    const element = document.activeElement;
    if (!document.hasFocus() || !(element instanceof HTMLElement) || element === document.body) return undefined;
    // A field among chips has its focus ring around all of them.
    const ringed = [element, element.closest(".chips")].some((part) => part !== null && getComputedStyle(part).outlineStyle !== "none");
    const { top, bottom } = element.getBoundingClientRect();
    const label = element.id === "" ? null : document.querySelector<HTMLElement>(`label[for="${CSS.escape(element.id)}"]`);
    const name = element.getAttribute("aria-label") ?? label?.innerText ?? element.innerText;
    return `${ringed && bottom > 0 && top < innerHeight ? "" : "unseen: "}${name}`;
  });
}

/** Presses Tab until an element has the focus; every element on the way must show its focus. */
async function tabTo(frame: Frame, goal: string): Promise<void> {
  const way: string[] = [];
  while (way.at(-1) !== goal) {
    if (way.length > 60) throw new Error(`${goal} is not on the way: ${way.join(", ")}`);
    await press("Tab");
    way.push((await focused(frame)) ?? "nothing");
  }
  expect(way.filter((name) => name === "nothing" || name.startsWith("unseen"))).toEqual([]);
}

const focusBecomes = (frame: Frame, name: string) => until(`${name} to have the focus`, async () => (await focused(frame)) === name);

test("the keyboard reaches the Task Explorer and a task in it", async () => {
  // Problems of the project are reported once it is loaded.
  await page.locator('.statusbar-item[aria-label*="Warnings: 1"]').waitFor();
  await command("View: Show Handoff");
  tree = await TreePage.find(vscode);
  await tree.hasKeyboard();
  await press("ArrowDown");
  await tree.hasFocus("Tide Atlas");
  await press("Enter");
  await tree.row("Platform foundation").waitFor({ state: "hidden" });
  await press("Enter");
  await tree.row("Platform foundation").waitFor();
  await press("ArrowDown");
  await tree.hasFocus("Platform foundation");
  await press("ArrowRight");
  await tree.row("潮位データ取得").waitFor();
  await press("ArrowDown", "ArrowDown");
  await tree.hasFocus("潮位データ取得");
  await press("ArrowRight");
  await tree.row("Parse feed").waitFor();
  await press("ArrowDown", "ArrowDown");
  await tree.hasFocus("Parse feed");
  expect(await tree.row("Parse feed").evaluate((row) => getComputedStyle(row).outlineStyle)).toBe("solid");
});

test("the task editor takes the focus and changes status and a criterion", async () => {
  await press("Enter");
  const editor = await vscode.webview("task");
  // Not the title, so that a key that is meant for another page changes nothing.
  await editor.locator("h1:focus").waitFor({ state: "attached" });
  expect(await editor.getByLabel("Title", { exact: true }).inputValue()).toBe("Parse feed → normalised rows");
  await tabTo(editor, "Status");
  await press("r");
  await vscode.fileBecomes(`${folder}/_task.review.json`, (text) => text.includes('"t1.2.2"'));
  await focusBecomes(editor, "Status");
  await tabTo(editor, criterion);
  await press("Space");
  await vscode.fileBecomes(`${folder}/_task.review.json`, (text) => !text.includes('"checked": false'));
  await focusBecomes(editor, criterion);
});

test("a card moves to the next column and back by undo", async () => {
  await command("Handoff: Open Board");
  const board = await BoardPage.find(vscode);
  await until("a card to have the focus", () => board.frame.evaluate(() => document.activeElement?.matches("[data-card]")));
  await board.showParents();
  await board.card("t2").focus();
  const before = await settledFiles(vscode);
  const isAt = (id: string) => until(`${id} to have the focus`, () => board.card(id).evaluate((card) => card === document.activeElement));
  await press("ArrowRight");
  await isAt("t1");
  await press("ArrowDown");
  await isAt("t2.1");
  await press("Space");
  await board.card("t2.1").and(board.frame.locator(".carried")).waitFor();
  expect(await focused(board.frame)).toMatch(/^t2\.1 Tile rendering/u);
  await press("ArrowRight", "Space");
  await board.inColumn("review", "t2.1").waitFor();
  await vscode.fileBecomes(`${tiles}/_task.review.json`, (text) => text.includes('"t2.1"'));
  await isAt("t2.1");
  expect(await focused(board.frame)).toMatch(/^t2\.1 Tile rendering/u);
  await press("Control+z");
  await filesBecome(vscode, before);
  await board.inColumn("in_progress", "t2.1").waitFor();
  await isAt("t2.1");
});
