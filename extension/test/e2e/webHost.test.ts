// In the web-worker host, as in the browser, a project written by the server is shown and changed, and its
// timers run.
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { leftovers, lineDifference, taskFiles } from "./pages/taskFiles.ts";

const folder = ".handoff/tasks/t4-ドキュメント整備/t4.1-利用ガイド";

test("tide-atlas opens in the web host, moving a card writes its file, and a timer is resumed and stopped", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", host: "web", size: { width: 1500, height: 700 } });
  const tree = await vscode.openTree();
  await tree.getByRole("treeitem", { name: /^Platform foundation, / }).waitFor();
  const board = await BoardPage.open(vscode, "Tide Atlas");
  // The time of a timer that was left behind may be being written at this moment.
  const cards = board.frame.locator(".board [data-card]");
  await until("a card for each file", async () => (await cards.count()) === Object.keys(taskFiles(vscode)).length);

  const before = vscode.read(`${folder}/_task.review.json`);
  await board.drag("t4.1", "t2.1");
  const after = await vscode.fileBecomes(`${folder}/_task.in_progress.json`, (text) => text.includes('"t4.1"') && text !== before);
  await until("the change to be complete", () => !vscode.exists(`${folder}/_task.review.json`) && leftovers(vscode).length === 0);
  const { gone, come } = lineDifference(before.replaceAll(",\n", "\n"), after.replaceAll(",\n", "\n"));
  const keys = [...gone, ...come].map((line) => /^ {2}"(\w+)": /u.exec(line)?.[1]);
  expect(new Set(keys)).toEqual(new Set(["handoff_board_rank", "updated_at"]));
  await board.toast.getByRole("button", { name: "Undo" }).click();
  await vscode.fileBecomes(`${folder}/_task.review.json`, (text) => text === before);

  // The paused timer of the example, in the browser's status bar.
  const state = ".handoff/timer/state.json";
  const timer = vscode.page.locator(".statusbar-item").getByText("Parse feed → normalised rows");
  await timer.click();
  await vscode.choose("Resume");
  await vscode.fileBecomes(state, (text) => text.includes('"tracking"'));
  await timer.click();
  await vscode.choose("Stop");
  await vscode.fileBecomes(state, (text) => !text.includes('"t1.2.2"'));
  await vscode.close();
});
