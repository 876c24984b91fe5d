// Moves cards of a project written by the server on its board and checks the files on disk.
import { beforeAll, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { lineDifference, settledFiles, taskFiles } from "./pages/taskFiles.ts";

const tiles = ".handoff/tasks/t2-map-view/t2.1-tile-rendering";
const doing = `${tiles}/_task.in_progress.json`;
const review = `${tiles}/_task.review.json`;
const map = ".handoff/tasks/t2-map-view/_task.todo.json";

const statuses = ["todo", "in_progress", "review", "blocked", "done", "skipped"];

let vscode: Vscode;
let board: BoardPage;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1500, height: 700 } });
  await vscode.openTree();
  board = await BoardPage.open(vscode, "Tide Atlas");
});

/** Returns the files that differ. */
function touched(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}

/** Expects t2.1 in review: one renamed status file with these added lines and a new time stamp. */
async function expectInReview(before: Record<string, string>, gone: string[], come: unknown[]): Promise<void> {
  await board.inColumn("review", "t2.1").waitFor();
  await vscode.fileBecomes(review, (text) => text.includes('"t2.1"'));
  const after = await settledFiles(vscode);
  expect(touched(before, after).toSorted()).toEqual([doing, review]);
  expect(after[doing]).toBeUndefined();
  const [old = "", young = ""] = [before[doing], after[review]];
  const stamp: unknown = expect.stringMatching(/^ {2}"updated_at": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00",$/u);
  expect(lineDifference(old, young)).toEqual({ gone: [stamp, ...gone], come: [stamp, ...come] });
  // The server's format, except that hours such as 10.0 keep their fraction there.
  expect(young.replaceAll(/(\d)\.0\b/gu, "$1")).toBe(JSON.stringify(JSON.parse(young), null, 2));
}

/** Undoes a change and waits until every byte is as before. */
async function undo(before: Record<string, string>, how: () => Promise<void>): Promise<void> {
  await how();
  await board.inColumn("in_progress", "t2.1").waitFor();
  await until("the files to be as they were", () => touched(before, taskFiles(vscode)).length === 0);
  expect(await settledFiles(vscode)).toEqual(before);
}

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
  await expectInReview(before, ['  "assignee": "maya"'], ['  "assignee": "maya",', rank]);
  expect((await board.ids("review")).slice(0, 2)).toEqual(["t1.2", "t2.1"]);
  await undo(before, () => board.toast.getByRole("button", { name: "Undo" }).click());
});

test("keys move a card like the mouse; Ctrl+Z undoes it and Ctrl+Y redoes it", async () => {
  const { keyboard } = vscode.page;
  const before = await settledFiles(vscode);
  await board.card("t2.1").focus();
  await keyboard.press("Space");
  await board.card("t2.1").and(board.frame.locator(".carried")).waitFor();
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  // The manual order puts it there anyway, so no rank is needed.
  await expectInReview(before, [], []);
  await expect.poll(() => board.card("t2.1").evaluate((card) => card === card.ownerDocument.activeElement)).toBe(true);
  const moved = await settledFiles(vscode);
  await undo(before, () => keyboard.press("Control+Z"));
  await keyboard.press("Control+Y");
  await board.inColumn("review", "t2.1").waitFor();
  await until("the change to be there again", () => touched(moved, taskFiles(vscode)).length === 0);
  await undo(before, () => vscode.runCommand("Handoff: Undo"));
});

test("a refused drop returns, names the open criterion and writes nothing", async () => {
  const before = await settledFiles(vscode);
  await board.drag("t1.2.2", "t1.1");
  await board.card("t1.2.2").locator(".card-notice").getByText("エラー行をスキップ").waitFor();
  await board.inColumn("in_progress", "t1.2.2").waitFor();
  expect(await settledFiles(vscode)).toEqual(before);
});

test("a card dropped in another parent's lane and column moves below that task; one undo reverts both", async () => {
  const { keyboard } = vscode.page;
  const before = await settledFiles(vscode);
  const moved = ".handoff/tasks/t2-map-view/t2.2-🌊-wave-overlay/t2.1-tile-rendering/_task.review.json";
  await board.frame.getByRole("button", { name: "Lanes: None" }).click();
  await board.frame.getByRole("menuitemradio", { name: "Parent" }).click();
  await board.card("t2.1").focus();
  await keyboard.press("Space");
  await board.card("t2.1").and(board.frame.locator(".carried")).waitFor();
  await keyboard.press("PageDown");
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await board.frame.locator('[data-status="review"][data-lane="t2.2"] [data-card="t2.1"]').waitFor();
  await vscode.fileBecomes(moved, (text) => text.includes('"t2.1"'));
  expect(touched(before, await settledFiles(vscode)).toSorted()).toEqual([doing, moved].toSorted());
  await undo(before, () => keyboard.press("Control+Z"));
  await board.frame.getByRole("button", { name: "Lanes: Parent" }).click();
  await board.frame.getByRole("menuitemradio", { name: "None" }).click();
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

test("changes by another program during a card's drag are shown, and the drop is carried out", async () => {
  const before = await settledFiles(vscode);
  await board.pickUp("t2.1");
  const alerts = ".handoff/tasks/t3-alerts/_task.todo.json";
  const old = vscode.read(alerts);
  vscode.write(alerts, old.replace('"title": "Alerts"', '"title": "Alarms"'));
  await board.card("t3").getByText("Alarms").waitFor();
  await board.dropBehind("t1.2");
  await vscode.fileBecomes(review, (text) => text.includes('"t2.1"'));
  expect((await board.ids("review")).slice(0, 2)).toEqual(["t1.2", "t2.1"]);
  await undo(before, async () => {
    await board.toast.getByRole("button", { name: "Undo" }).click();
    vscode.write(alerts, old);
  });
  await board.card("t3").getByText("Alerts").waitFor();
});

test("a title draft does not overwrite another program's title; both are offered", async () => {
  const old = vscode.read(map);
  const { keyboard } = vscode.page;
  await board.card("t2").focus();
  await keyboard.press("F2");
  await keyboard.type("Half typed");
  vscode.write(map, old.replace(/"title": "[^"]*"/u, '"title": "By the agent"'));
  await vscode.page.getByRole("treeitem", { name: /^By the agent, / }).waitFor();
  await keyboard.press("Enter");
  await board.card("t2").getByText("The value in the file is now “By the agent”.").waitFor();
  expect(vscode.read(map)).toContain('"title": "By the agent"');
  await board.card("t2").getByRole("button", { name: "Keep mine" }).click();
  await vscode.fileBecomes(map, (text) => text.includes('"title": "Half typed"'));
  await board.card("t2").focus();
  await keyboard.press("Control+Z");
  await vscode.fileBecomes(map, (text) => text.includes('"title": "By the agent"'));
  vscode.write(map, old);
  await board.card("t2").getByText("Map of the coast").waitFor();
});

test("a card without the required estimate asks for it; one undo reverts both changes", async () => {
  const { keyboard } = vscode.page;
  const before = await settledFiles(vscode);
  await board.card("t90").focus();
  await keyboard.press("Space");
  await board.card("t90").and(board.frame.locator(".carried")).waitFor();
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await board.card("t90").getByText("“Reserved number” needs an estimate before it can move to In progress.").waitFor();
  await keyboard.type("2");
  await keyboard.press("Enter");
  await board.inColumn("in_progress", "t90").waitFor();
  await vscode.fileBecomes(".handoff/tasks/t90-reserved-number/_task.in_progress.json", (text) => text.includes('"estimate_hours": 2.0'));
  await board.card("t90").focus();
  await keyboard.press("Control+Z");
  await board.inColumn("todo", "t90").waitFor();
  await expect.poll(() => touched(before, taskFiles(vscode)), { timeout: 30_000 }).toEqual([]);
});

test("folded columns and the selection survive a reload", async () => {
  await board.frame.getByRole("button", { name: "Menu of column Review" }).click();
  await board.frame.getByRole("menuitem", { name: "Collapse column" }).click();
  await vscode.reload();
  board = await BoardPage.find(vscode);
  await board.frame.getByRole("button", { name: "Expand column Review" }).waitFor();
  expect(await board.frame.locator(".card.selected").getAttribute("data-card")).toBe("t3");
});
