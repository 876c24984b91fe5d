// With Japanese as display language, no text of the surfaces is in English.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { root } from "../../../scripts/lib/paths.mjs";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { openInsight, prepareInsight } from "./pages/insightPages.ts";

const bundle = JSON.parse(readFileSync(join(root, "extension", "l10n", "bundle.l10n.ja.json"), "utf8")) as Record<string, string>;
const english = new Set(Object.keys(bundle).filter((text) => bundle[text] !== text));

/** Every text of a page, including labels for screen readers and placeholders. */
function textsOf(frame: Frame): Promise<string[]> {
  return frame.locator("body").evaluate((body) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) found.push(...["aria-label", "title", "placeholder"].map((name) => node.getAttribute(name) ?? ""));
      else found.push(node.textContent ?? "");
    }
    return found.map((text) => text.trim()).filter((text) => text !== "");
  });
}

const leftInEnglish = async (frame: Frame) => (await textsOf(frame)).filter((text) => english.has(text));

test("tree, board and task editor are in Japanese", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", locale: "ja", size: { width: 1500, height: 900 } });
  const tree = await vscode.openTree();
  await tree.getByRole("treeitem", { name: "Tide Atlas タスク 41 件" }).waitFor();

  const board = await BoardPage.open(vscode, "Tide Atlas");
  await board.frame.getByRole("heading", { name: "進行中" }).waitFor();
  await board.drag("t1.2.2", "t1.1");
  const refusal = board.card("t1.2.2").locator(".card-notice");
  await refusal.waitFor();
  expect(await refusal.innerText()).toMatch(/「エラー行をスキップ」|エラー行をスキップ.*を/u);
  expect(await leftInEnglish(board.frame)).toEqual([]);

  await board.card("t1.2.2").click();
  await vscode.page.keyboard.press("Enter");
  const editor = await vscode.webview("task");
  await editor.getByRole("heading", { name: "完了条件" }).waitFor();
  expect(await leftInEnglish(editor)).toEqual([]);
  await vscode.close();
});

test("dashboard, metrics, sessions, register, time and settings are in Japanese", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, locale: "ja", size: { width: 1300, height: 900 }, prepare: prepareInsight });
  for await (const { name, frame } of openInsight(vscode)) {
    expect.soft(await leftInEnglish(frame), name).toEqual([]);
  }
  await vscode.close();
});
