// With Japanese as display language, no text is in English where VSCode and the engine write it. tests/gallery looks at all pages
// with made-up texts of the engine.
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import japanese from "../../l10n/bundle.l10n.ja.json" with { type: "json" };
import { leftInEnglish, textsOf } from "../../../webviews/shared/testing/texts.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";

const englishIn = async (frame: Frame) => leftInEnglish(await frame.locator("body").evaluate(textsOf), japanese);

test("tree, board, task editor and settings are in Japanese", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", locale: "ja", size: { width: 1500, height: 900 } });
  const tree = await vscode.openTree();
  await tree.getByRole("treeitem", { name: "Tide Atlas タスク 41 件" }).waitFor();

  const board = await BoardPage.open(vscode, "Tide Atlas");
  await board.frame.getByRole("heading", { name: "進行中" }).waitFor();
  await board.drag("t1.2.2", "t1.1");
  const refusal = board.card("t1.2.2").locator(".card-notice");
  await refusal.waitFor();
  expect(await refusal.innerText()).toMatch(/「エラー行をスキップ」|エラー行をスキップ.*を/u);
  expect(await englishIn(board.frame)).toEqual([]);

  await board.card("t1.2.2").click();
  await vscode.page.keyboard.press("Enter");
  const editor = await vscode.webview("task");
  await editor.getByRole("heading", { name: "完了条件" }).waitFor();
  expect(await englishIn(editor)).toEqual([]);

  await vscode.runCommand("Handoff: Open Project Settings");
  const settings = await vscode.webview("settings");
  await settings.locator("#section-assignees summary").first().click();
  await settings.locator(".setting-entry-remove").waitFor();
  expect(await englishIn(settings)).toEqual([]);
  await vscode.close();
});
