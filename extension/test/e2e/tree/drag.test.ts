// Drags a task while another program adds tasks at the top of the tree, which makes VSCode replace
// every row.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { TreePage } from "../pages/treePage.ts";

const file = "_task.todo.json";
const added = ["t95", "t96", "t97"];

let vscode: Vscode;
let tree: TreePage;
let board: BoardPage;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1100, height: 1000 } });
  tree = await TreePage.open(vscode);
  await tree.levelBecomes("Alerts", 1);
  board = await BoardPage.open(vscode);
});

test("rows stay in place until the drop, which is carried out, and show new tasks afterwards", async () => {
  await tree.pickUp("Performance budget");
  const places = await tree.places();
  for (const id of added) vscode.write(`.handoff/tasks/${id}-meanwhile/${file}`, JSON.stringify({ id, title: `Meanwhile ${id}` }));
  // The board shows that the extension has read the changes.
  for (const id of added) await board.card(id).waitFor();
  expect(await tree.places()).toEqual(places);
  await tree.dropOn("Alerts");
  await vscode.choose("Under Alerts, as its last subtask");
  await until("the task to be moved", () => vscode.exists(`.handoff/tasks/t3-alerts/t5-performance-budget/${file}`));
  for (const id of added) await tree.levelBecomes(`Meanwhile ${id}`, 1);
  await tree.leavesLevel("Performance budget", 1);
});

test("a cancelled drag delays updates only briefly", async () => {
  await tree.pickUp("Map view");
  vscode.remove(".handoff/tasks/t95-meanwhile");
  await vscode.page.keyboard.press("Escape");
  await tree.levelBecomes("Meanwhile t95", undefined);
  expect(await tree.titles()).toContain("Map view");
  await vscode.page.mouse.up();
});
