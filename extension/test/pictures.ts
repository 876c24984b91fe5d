// Takes the README's pictures from the real VSCode: npm run pictures, after `npm run package`, with Node 24.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { root } from "../../scripts/lib/paths.mjs";
import { closeBrowser } from "./harness/chromium.ts";
import { type Theme, Vscode } from "./harness/vscode.ts";

const folder = join(root, "docs", "pictures");
mkdirSync(folder, { recursive: true });

async function picture(name: string, theme: Theme, show: (vscode: Vscode) => Promise<void>): Promise<void> {
  const vscode = await Vscode.open({ example: "tide-atlas", theme, size: { width: 1400, height: 900 } });
  try {
    // The nested project would only add a question to every step.
    rmSync(vscode.path("packages"), { recursive: true });
    await vscode.openTree();
    await show(vscode);
    await vscode.page.screenshot({ path: join(folder, `${name}.png`) });
  } finally {
    await vscode.close();
  }
}

/** Waits until the icons can be drawn. */
async function complete(frame: Frame): Promise<void> {
  await frame.evaluate(() => document.fonts.load("16px codicon"));
}

async function board(vscode: Vscode): Promise<Frame> {
  await vscode.runCommand("Handoff: Open Board");
  const frame = await vscode.webview("board");
  await frame.locator("[data-card]").first().waitFor();
  await complete(frame);
  return frame;
}

await picture("board-dark", "dark", async (vscode) => {
  await board(vscode);
});
await picture("board-lanes-light", "light", async (vscode) => {
  const frame = await board(vscode);
  await frame.getByRole("button", { name: /^Lanes/u }).click();
  await frame.getByRole("menuitemradio", { name: "Assignee" }).click();
  await frame.getByText("Maya Ito").first().waitFor();
});
await picture("board-high-contrast", "highContrastDark", async (vscode) => {
  await board(vscode);
});
await picture("task-dark", "dark", async (vscode) => {
  const frame = await board(vscode);
  await frame.locator('[data-card="t1.2.2"]').focus();
  await vscode.page.keyboard.press("Enter");
  const task = await vscode.webview("task");
  await task.getByText("first note").first().waitFor();
  await complete(task);
});
await picture("explorer-dark", "dark", async (vscode) => {
  const tree = vscode.page.locator(".sidebar .monaco-list-row");
  await tree.filter({ hasText: "Platform foundation" }).click();
  await vscode.page.keyboard.press("ArrowRight");
  await tree.filter({ hasText: "潮位データ取得" }).first().click();
  await vscode.page.keyboard.press("ArrowRight");
  await tree.filter({ hasText: "Retry" }).first().waitFor();
  const task = await vscode.webview("task");
  await task.getByText("Retry").first().waitFor();
  await complete(task);
});
await picture("problems-dark", "dark", async (vscode) => {
  vscode.write(".handoff/tasks/t5-performance-budget/_task.todo.json", '{\n  "id": "t5",\n  "title": "Performance budget"\n  "labels": null\n}');
  await vscode.runCommand("Problems: Focus on Problems View");
  await vscode.page.locator(".markers-panel .monaco-list-row").filter({ hasText: "comma" }).first().waitFor();
});
await closeBrowser();
