// A task in its tab: opened from the tree and from the board, saved, and a draft across a reload.
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";

const file = ".handoff/tasks/t1-platform-foundation/_task.in_progress.json";

test("a task opens from the tree and from the board, is saved, and keeps a draft across a reload", async () => {
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

  const comment = editor.getByLabel("New comment");
  await comment.fill("half a note");
  await vscode.reload();
  await until("the draft to be there again", async () => {
    const page = await vscode.webview("task");
    return (await page.getByLabel("New comment").inputValue({ timeout: 1000 })) === "half a note";
  });

  const board = await BoardPage.open(vscode);
  await board.card("t5").dblclick();
  const other = await vscode.webview("task");
  await other.locator("h1:focus").waitFor({ state: "attached" });
  expect(await other.getByLabel("Title", { exact: true }).inputValue()).toBe("Performance budget");
  await vscode.close();
});
