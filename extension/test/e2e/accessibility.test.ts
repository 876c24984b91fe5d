// axe-core reports no violation for the pages in VSCode, in all four themes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { Vscode, type Theme } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { openInsight, prepareInsight } from "./pages/insightPages.ts";
import { writeLibrary } from "./pages/libraryFiles.ts";

const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Returns axe's violations for a page. Runs through the debugger because the page's policy forbids
 * other scripts.
 */
async function findings(frame: Frame): Promise<string[]> {
  await frame.evaluate(script);
  return await frame.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await tool.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ""}`));
  });
}

const themes = ["light", "dark", "highContrastLight", "highContrastDark"] as const satisfies Theme[];

test.each(themes)("board and task editor have no violation in %s", async (theme) => {
  const vscode = await Vscode.open({ example: "tide-atlas", theme, size: { width: 1500, height: 900 } });
  const board = await BoardPage.open(vscode, "Tide Atlas");
  await board.card("t3").click();
  expect.soft(await findings(board.frame), "the board").toEqual([]);

  await board.drag("t1.2.2", "t1.1");
  await board.card("t1.2.2").locator(".card-notice").waitFor();
  await board.frame.getByRole("button", { name: /^Lanes/u }).click();
  expect.soft(await findings(board.frame), "the board with a refusal and an open menu").toEqual([]);

  await vscode.page.keyboard.press("Escape");
  await board.card("t1.2.2").click();
  await vscode.page.keyboard.press("Enter");
  const editor = await vscode.webview("task");
  await editor.getByRole("heading", { name: "History" }).waitFor();
  expect.soft(await findings(editor), "the task editor").toEqual([]);

  await editor.getByLabel("Status", { exact: true }).selectOption("done");
  await editor.locator("#status-notice").getByText("エラー行をスキップ").waitFor();
  expect.soft(await findings(editor), "the task editor with a refusal").toEqual([]);
  await vscode.close();
});

test.each(themes)("the library has no violation in %s", async (theme) => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, theme, prepare: writeLibrary });
  await vscode.runCommand("Handoff: Show Library");
  const library = await vscode.webview("library");
  for (const [tab, content] of [["Inbox (3)", "Zoom to Sunday noon"], ["Memories (3)", "Skip a row"], ["Documents (3)", "2 of 3 verified"]] as const) {
    await library.getByRole("tab", { name: tab, exact: true }).click();
    await library.getByRole("article").getByText(content).waitFor();
    expect.soft(await findings(library), tab).toEqual([]);
  }
  await vscode.close();
});

test.each(themes)("dashboard, metrics, sessions, register, time and settings have no violation in %s", async (theme) => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, theme, size: { width: 1300, height: 900 }, prepare: prepareInsight });
  for await (const { name, frame } of openInsight(vscode)) expect.soft(await findings(frame), name).toEqual([]);
  await vscode.close();
});
