// Edits a task in its tab: saves, refusals at the field, a comment, changes by another program, and a draft
// across a reload.
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { settledFiles } from "./pages/taskFiles.ts";

const file = ".handoff/tasks/t1-platform-foundation/_task.in_progress.json";
const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";

test("the task editor saves, refuses, merges and restores edits", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas" });
  const written = (text: string) => vscode.fileBecomes(file, (content) => content.includes(text));
  const tree = await vscode.openTree();
  await tree.getByRole("treeitem", { name: /Platform foundation/u }).click();
  await vscode.page.keyboard.press("Enter");
  const editor = await vscode.webview("task");
  const title = editor.getByLabel("Title", { exact: true });

  await title.fill("Platform, founded");
  await vscode.page.keyboard.press("Tab");
  await written('"title": "Platform, founded"');
  await tree.getByRole("treeitem", { name: /Platform, founded/u }).waitFor();

  const status = editor.getByLabel("Status", { exact: true });
  await status.selectOption("done");
  await editor.locator("#status-notice").getByText("t1.2").waitFor();
  expect(await status.inputValue()).toBe("in_progress");

  // Invalid numbers are never saved, so the other program's write certainly comes first.
  const estimate = editor.getByLabel("Estimate", { exact: true });
  await estimate.fill("two");
  const schedule = '"schedule": {';
  vscode.write(file, vscode.read(file).replace(schedule, `${schedule}\n    "estimate_hours": 5.0,`));
  await editor.getByText("The value in the file is now “5”.").waitFor();
  expect(await estimate.inputValue()).toBe("two");
  await estimate.fill("2");
  await editor.getByRole("button", { name: "Keep mine" }).click();
  await written('"estimate_hours": 2.0');

  const comment = editor.getByLabel("New comment");
  await comment.fill("Founded, see t1.2.");
  await comment.press("Control+Enter");
  await written("\\nFounded, see t1.2.");
  await editor.locator(".comment").getByRole("link", { name: "t1.2" }).waitFor();

  await comment.fill("half a note");
  await vscode.reload();
  await until("the draft to be there again", async () => {
    const page = await vscode.webview("task");
    return (await page.getByLabel("New comment").inputValue({ timeout: 1000 })) === "half a note";
  });
  await vscode.close();
});

test("a key after opening a task changes nothing; F2 edits the title, and Escape restores it", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true });
  const { page } = vscode;
  await vscode.openTree();
  const board = await BoardPage.open(vscode);
  const before = await settledFiles(vscode);
  await board.card("t5").dblclick();
  const editor = await vscode.webview("task");
  await editor.locator("h1:focus").waitFor({ state: "attached" });
  for (const key of ["b", "d", "Delete", "Space"]) await page.keyboard.press(key);
  const title = editor.getByLabel("Title", { exact: true });
  expect(await title.inputValue()).toBe("Performance budget");
  await page.keyboard.press("F2");
  await page.keyboard.type("!");
  await vscode.fileBecomes(budget, (text) => text.includes('"Performance budget!"'));
  await page.keyboard.press("Escape");
  await vscode.fileBecomes(budget, (text) => text.includes('"Performance budget"'));
  const other = Object.entries(await settledFiles(vscode)).filter(([name, text]) => text !== before[name]);
  expect(other.map(([name]) => name)).toEqual([budget]);
  await vscode.close();
});
