// Cards of tide-atlas are moved on the board: by the mouse, by keys, refused, undone, and moved by another program.
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { Vscode } from "../harness/vscode.ts";

const tile = ".handoff/tasks/t2-map-view/t2.1-tile-rendering";
const fetched = ".handoff/tasks/t1-platform-foundation/t1.2-潮位データ取得";

const card = (board: Frame, id: string) => board.locator(`.board [data-card="${id}"]`);
const inColumn = (board: Frame, status: string, id: string) => board.locator(`[data-status="${status}"] [data-card="${id}"]`);

async function drag(vscode: Vscode, board: Frame, id: string, to: string): Promise<void> {
  const { mouse } = vscode.page;
  const from = await card(board, id).boundingBox();
  const goal = await card(board, to).boundingBox();
  if (from === null || goal === null) throw new Error(`${id} or ${to} is not in sight.`);
  await mouse.move(from.x + 40, from.y + 12);
  await mouse.down();
  await mouse.move(goal.x + 60, goal.y + goal.height - 8, { steps: 8 });
  await board.locator(".drop-mark").waitFor();
  await mouse.up();
}

test("cards of tide-atlas are moved on the board", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1700, height: 900 } });
  await vscode.openTree();
  await vscode.runCommand("Handoff: Open Board");
  await vscode.choose("Tide Atlas");
  const board = await vscode.webview("board");
  await card(board, "t2.1").waitFor();

  await drag(vscode, board, "t2.1", "t1.2");
  await vscode.fileBecomes(`${tile}/_task.review.json`, (text) => text.includes('"t2.1"'));
  expect(vscode.exists(`${tile}/_task.in_progress.json`)).toBe(false);
  await inColumn(board, "review", "t2.1").waitFor();

  await board.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await vscode.fileBecomes(`${tile}/_task.in_progress.json`, (text) => text.includes('"t2.1"'));
  await inColumn(board, "in_progress", "t2.1").waitFor();

  await drag(vscode, board, "t1.2", "t1.1");
  await card(board, "t1.2").locator(".card-notice").waitFor();
  await inColumn(board, "review", "t1.2").waitFor();
  expect(vscode.exists(`${fetched}/_task.review.json`)).toBe(true);

  await card(board, "t2.1").focus();
  for (const key of ["Space", "ArrowRight", "Space"]) await vscode.page.keyboard.press(key);
  await vscode.fileBecomes(`${tile}/_task.review.json`, (text) => text.includes('"t2.1"'));

  const text = vscode.read(`${tile}/_task.review.json`);
  vscode.write(`${tile}/_task.review.json`, text.replace("Tile rendering", "Tiles by hand"));
  await card(board, "t2.1").getByText("Tiles by hand").waitFor();

  await board.getByRole("button", { name: "Fold column Skipped" }).click();
  await vscode.reload();
  const again = await vscode.webview("board");
  await again.getByRole("button", { name: "Unfold column Skipped" }).waitFor();
  await vscode.close();
});
