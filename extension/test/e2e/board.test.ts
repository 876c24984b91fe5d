// Moves cards of a project written by the server on its board and checks the files on disk.
import { beforeAll, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { expectInReview } from "./pages/reviewFiles.ts";
import { filesBecome, settledFiles } from "./pages/taskFiles.ts";

const map = ".handoff/tasks/t2-map-view/_task.todo.json";

const statuses = ["todo", "in_progress", "review", "blocked", "done", "skipped"];

let vscode: Vscode;
let board: BoardPage;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1500, height: 700 } });
  await vscode.openTree();
  board = await BoardPage.open(vscode, "Tide Atlas");
});

test("the board and the tree show every task", async () => {
  const tasks = Object.values(await settledFiles(vscode)).map((text) => (JSON.parse(text) as { id: string }).id);
  const shown = async () => (await Promise.all(statuses.map((status) => board.ids(status)))).flat();
  await until("every card to be drawn", async () => (await shown()).length >= tasks.length);
  expect((await shown()).toSorted()).toEqual(tasks.toSorted());
  await vscode.page.getByRole("treeitem", { name: `Tide Atlas ${tasks.length} tasks` }).waitFor();
});

test("a card dragged with the mouse renames its status file; the toast undoes it", async () => {
  const before = await settledFiles(vscode);
  await board.drag("t2.1", "t1.2");
  const rank: unknown = expect.stringMatching(/^ {2}"handoff_board_rank": "\w+"$/u);
  await board.inColumn("review", "t2.1").waitFor();
  await expectInReview(vscode, before, ['  "assignee": "maya"'], ['  "assignee": "maya",', rank]);
  expect((await board.ids("review")).slice(0, 2)).toEqual(["t1.2", "t2.1"]);
  await board.toast.getByRole("button", { name: "Undo" }).click();
  await board.inColumn("in_progress", "t2.1").waitFor();
  await filesBecome(vscode, before);
  expect(await settledFiles(vscode)).toEqual(before);
});

test("a manual file edit appears on the board and in the tree without changing scroll or selection", async () => {
  const list = board.cell("todo").locator(".cards");
  await board.card("t3").click();
  const place = await list.evaluate((element) => {
    element.scrollTop = 120;
    return element.scrollTop;
  });
  expect(place).toBe(120);
  vscode.write(map, vscode.read(map).replace('"title": "Map view"', '"title": "Map of the coast"'));
  await board.card("t2").getByText("Map of the coast").waitFor();
  await vscode.page.getByRole("treeitem", { name: /^Map of the coast, / }).waitFor();
  expect(await list.evaluate((element) => element.scrollTop)).toBe(place);
  expect(await board.frame.locator(".card.selected").getAttribute("data-card")).toBe("t3");
});

test("folded columns and the selection survive a reload", async () => {
  await board.frame.getByRole("button", { name: "Menu of column Review" }).click();
  await board.frame.getByRole("menuitem", { name: "Collapse column" }).click();
  await vscode.reload();
  board = await BoardPage.find(vscode);
  await board.frame.getByRole("button", { name: "Expand column Review" }).waitFor();
  expect(await board.frame.locator(".card.selected").getAttribute("data-card")).toBe("t3");
});
