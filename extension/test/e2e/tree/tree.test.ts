// Moves tasks in the tree and shows other programs' file changes.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { filesBecome, lineDifference, settledFiles } from "../pages/taskFiles.ts";
import { TreePage } from "../pages/treePage.ts";

const file = "_task.todo.json";
const atTop = ".handoff/tasks/t5-performance-budget";
const underAlerts = ".handoff/tasks/t3-alerts/t5-performance-budget";
const signIn = ".handoff/tasks/feat-login-sign-in-optional";
const map = `.handoff/tasks/t2-map-view/${file}`;
const audit = ".handoff/tasks/t6-accessibility-audit/_task.blocked.json";

let vscode: Vscode;
let tree: TreePage;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1100, height: 600 } });
  tree = await TreePage.open(vscode);
});

/**
 * Undoes the latest change with the keyboard in the tree and waits until every byte is as before.
 */
async function undo(before: Record<string, string>): Promise<void> {
  await tree.hasKeyboard();
  await vscode.page.keyboard.press("Control+z");
  await filesBecome(vscode, before);
}

test("a task dropped on a sibling is placed before, behind or below it", async () => {
  const before = await settledFiles(vscode);
  const isBefore = async (first: string, second: string) => {
    const titles = await tree.titles();
    return titles.indexOf(first) < titles.indexOf(second);
  };
  expect(await isBefore("Alerts", "Performance budget")).toBe(true);
  await tree.drag("Performance budget", "Alerts");
  await vscode.choose("Before Alerts");
  await until("the order to be another", async () => await isBefore("Performance budget", "Alerts"));
  await tree.drag("Performance budget", "Alerts");
  await vscode.choose("After Alerts");
  await until("the order to be the old one", async () => await isBefore("Alerts", "Performance budget"));
  await tree.select("Alerts");
  await tree.hasKeyboard();
  await vscode.page.keyboard.press("Control+z");
  await until("the last drop to be taken back", async () => await isBefore("Performance budget", "Alerts"));
  await undo(before);
  await until("the first drop to be taken back", async () => await isBefore("Alerts", "Performance budget"));
});

test("a task dropped on another becomes its subtask, and on the project a top-level task", async () => {
  const before = vscode.read(`${atTop}/${file}`);
  await tree.drag("Performance budget", "Alerts");
  await vscode.choose("Under Alerts, as its last subtask");
  const moved = await vscode.fileBecomes(`${underAlerts}/${file}`, (text) => text.includes('"t5"'));
  await until("the folder to have left its place", () => !vscode.exists(atTop));
  const { gone, come } = lineDifference(before, moved);
  expect([...gone, ...come].filter((line) => !/"(?:updated_at|handoff_rank|order)": /u.test(line))).toEqual([]);
  await tree.leavesLevel("Performance budget", 2);
  await tree.unfold("Alerts");
  await tree.levelBecomes("Performance budget", 3);

  await tree.drag("Performance budget", "Tide Atlas");
  await vscode.fileBecomes(`${atTop}/${file}`, (text) => text.includes('"t5"'));
  await tree.levelBecomes("Performance budget", 2);
});

test("selected tasks are dragged and undone together", async () => {
  const before = await settledFiles(vscode);
  await tree.select("Reserved number", "Takes max+1");
  await tree.drag("Takes max+1", "Sign-in");
  await vscode.choose("Under Sign-in (optional), as its last subtask");
  for (const name of ["t90-reserved-number", "t91-takes-max-1"]) {
    await until(`${name} to be moved`, () => vscode.exists(`${signIn}/${name}/${file}`) && !vscode.exists(`.handoff/tasks/${name}`));
  }
  for (const title of ["Reserved number", "Takes max+1"]) await tree.leavesLevel(title, 2);
  expect(Object.keys(await settledFiles(vscode)).length).toBe(Object.keys(before).length);
  await undo(before);
  for (const title of ["Reserved number", "Takes max+1"]) await tree.levelBecomes(title, 2);
});

test("a task dropped on its own subtask stays in place, with the reason", async () => {
  const before = await settledFiles(vscode);
  await tree.drag("Alerts", "Threshold rules");
  await vscode.notification("t3 cannot be moved under itself or its subtasks.").waitFor();
  expect(await settledFiles(vscode)).toEqual(before);
  await tree.levelBecomes("Alerts", 2);
});

test("another program's change during a drag is shown, and the drop is carried out", async () => {
  const text = vscode.read(audit);
  await tree.pickUp("Performance budget");
  vscode.write(audit, text.replace("Accessibility audit", "Audit of the whole"));
  await tree.row("Audit of the whole").waitFor();
  await tree.dropOn("Map view");
  await vscode.choose("Under Map view, as its last subtask");
  await until("the task to be moved", () => vscode.exists(`.handoff/tasks/t2-map-view/t5-performance-budget/${file}`));
  await tree.leavesLevel("Performance budget", 2);
  expect(vscode.read(audit)).toContain("Audit of the whole");
});

test("a manual file edit is shown without changing scroll, selection or expanded rows", async () => {
  for (const title of ["Sign-in", "Map view"]) await tree.unfold(title);
  await tree.select("Alerts");
  const { Alerts: unscrolled } = await tree.places();
  await vscode.page.mouse.wheel(0, 60);
  await until("the tree to be scrolled", async () => (await tree.places())["Alerts"]?.top !== unscrolled?.top);
  const { "Map view": place, ...others } = await tree.places();
  vscode.write(map, vscode.read(map).replace("Map view", "Map of the coast"));
  await tree.row("Map of the coast").waitFor({ state: "attached" });
  expect(await tree.places()).toEqual({ ...others, "Map of the coast": place });
  expect(await tree.row("Alerts").getAttribute("aria-selected")).toBe("true");
});

test("a task folder removed on disk disappears from the tree", async () => {
  expect(await tree.places()).toHaveProperty("Tile rendering");
  vscode.remove(".handoff/tasks/t2-map-view/t2.1-tile-rendering");
  await tree.levelBecomes("Tile rendering", undefined);
  expect(await tree.places()).toHaveProperty("Alerts");
});
