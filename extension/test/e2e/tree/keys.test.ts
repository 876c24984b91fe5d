// Changes tasks in the tree by keys without a click, and several by the menu; a key undoes every
// change.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { filesBecome, settledFiles } from "../pages/taskFiles.ts";
import { TreePage } from "../pages/treePage.ts";

const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";
const reserved = ".handoff/tasks/t90-reserved-number";
const takesMax = ".handoff/tasks/t91-takes-max-1";

let vscode: Vscode;
let tree: TreePage;
let untouched: Record<string, string>;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1100, height: 600 } });
  tree = await TreePage.open(vscode);
  untouched = await settledFiles(vscode);
  await tree.focus("Performance budget");
});

const press = (key: string) => vscode.page.keyboard.press(key);

/** Presses the key for undo and waits until every byte is as at the start. */
async function undo(): Promise<void> {
  await tree.hasKeyboard();
  await press("Control+z");
  await filesBecome(vscode, untouched);
}

/** Waits until these titles are adjacent in this order. */
const inOrder = (...titles: string[]) =>
  until(`the order ${titles.join(", ")}`, async () => (await tree.titles()).join("\n").includes(titles.join("\n")));

test("Alt+Up and Alt+Down move a task among its siblings together with the focus", async () => {
  const { 0: above = "", 1: below = "" } = await tree.neighbours("Performance budget");
  await press("Alt+ArrowUp");
  await inOrder("Performance budget", above);
  await tree.hasFocus("Performance budget");
  await press("Alt+ArrowDown");
  await inOrder(above, "Performance budget");
  await press("Alt+ArrowDown");
  await inOrder(below, "Performance budget");
  await tree.hasFocus("Performance budget");
  await press("Control+z");
  await inOrder(above, "Performance budget", below);
  await press("Control+z");
  await inOrder("Performance budget", above);
  await undo();
  await inOrder(above, "Performance budget", below);
  expect(await settledFiles(vscode)).toEqual(untouched);
});

test("F2 renames a task", async () => {
  await press("F2");
  const input = vscode.page.locator(".quick-input-widget input.input");
  await until("the old title to be offered", async () => (await input.inputValue()) === "Performance budget");
  await vscode.page.keyboard.type("Budget of time");
  await press("Enter");
  await vscode.fileBecomes(budget, (text) => text.includes('"title": "Budget of time"'));
  await tree.row("Budget of time").waitFor();
  await tree.hasFocus("Budget of time");
  await undo();
  await tree.row("Performance budget").waitFor();
  expect(await settledFiles(vscode)).toEqual(untouched);
});

test("Delete asks for confirmation; undo restores the task", async () => {
  await press("Delete");
  const question = vscode.page.getByRole("dialog").filter({ hasText: "Delete t5 “Performance budget”?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await settledFiles(vscode)).toEqual(untouched);

  await tree.hasKeyboard();
  await press("Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await until("the task to be gone", () => !vscode.exists(budget));
  await tree.levelBecomes("Performance budget", undefined);
  await vscode.notification("Deleted “Performance budget”").getByRole("button", { name: "Undo" }).click();
  await filesBecome(vscode, untouched);
  await tree.levelBecomes("Performance budget", 2);
});

test("Enter opens the task in a tab", async () => {
  await tree.focus("Performance budget");
  await press("Enter");
  const editor = await vscode.webview("task");
  expect(await editor.getByLabel("Title", { exact: true }).inputValue()).toBe("Performance budget");
});

test("a status is set for all selected tasks in one step", async () => {
  await tree.select("Reserved number", "Takes max+1");
  await tree.row("Takes max+1").click({ button: "right" });
  await vscode.page.getByRole("menuitem", { name: "Set Status" }).hover();
  const blocked = vscode.page.getByRole("menuitem", { name: "Blocked" });
  await blocked.waitFor();
  // VSCode ignores clicks right after a menu has opened.
  await until("the menu to take the click", async () => {
    if ((await blocked.count()) > 0) await blocked.click({ timeout: 500 });
    return (await blocked.count()) === 0;
  });
  for (const folder of [reserved, takesMax]) await vscode.fileBecomes(`${folder}/_task.blocked.json`, (text) => text.includes("updated_at"));
  for (const title of ["Reserved number", "Takes max+1"]) await tree.row(title).and(vscode.page.getByLabel(/, Blocked,/u)).waitFor();
  await undo();
  expect(await settledFiles(vscode)).toEqual(untouched);
});
