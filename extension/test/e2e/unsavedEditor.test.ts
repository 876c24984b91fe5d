// Changes a task whose file has unsaved changes in an editor: VSCode asks, and neither change is
// lost.
import { beforeAll, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { settledFiles } from "./pages/taskFiles.ts";
import { TreePage } from "./pages/treePage.ts";

const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";

let vscode: Vscode;
let tree: TreePage;
beforeAll(async () => {
  // In a browser VSCode saves by itself unless it is told not to.
  vscode = await Vscode.open({ example: "tide-atlas", settings: { "files.autoSave": "off" } });
  tree = await TreePage.open(vscode);
  await vscode.runCommand("Go to File...");
  await vscode.page.getByPlaceholder(/^Search files by name/u).fill(budget);
  await vscode.choose("_task.todo.json");
  await vscode.page.locator(".monaco-editor .view-line").filter({ hasText: "Performance budget" }).click();
  await vscode.page.keyboard.press("End");
  await vscode.page.keyboard.press("Enter");
  await vscode.page.keyboard.insertText('"owner_note": "typed by hand",');
  await vscode.page.locator(".tab.dirty").filter({ hasText: "_task.todo.json" }).waitFor();
});

const question = () => vscode.page.getByRole("dialog").filter({ hasText: "has unsaved changes. Save it before Handoff changes it?" });

/** Renames the task in the tree. */
async function rename(title: string): Promise<void> {
  await tree.focus("Performance budget");
  await vscode.page.keyboard.press("F2");
  const input = vscode.page.locator(".quick-input-widget input.input");
  await until("the old title to be offered", async () => (await input.inputValue()) === "Performance budget");
  await input.fill(title);
  await vscode.page.keyboard.press("Enter");
  await question().waitFor();
}

test("Cancel leaves the file and the unsaved text as they are", async () => {
  const before = await settledFiles(vscode);
  await rename("Budget of time");
  await question().getByRole("button", { name: "Cancel" }).click();
  await question().waitFor({ state: "detached" });
  await vscode.page.locator(".tab.dirty").filter({ hasText: "_task.todo.json" }).waitFor();
  await vscode.page.locator(".monaco-editor .view-line").filter({ hasText: "typed by hand" }).waitFor();
  await tree.row("Performance budget").waitFor();
  expect(await settledFiles(vscode)).toEqual(before);
});

test("Save and Continue keeps both the typed text and the change", async () => {
  await rename("Budget of time");
  await question().getByRole("button", { name: "Save and Continue" }).click();
  const text = await vscode.fileBecomes(budget, (content) => content.includes('"title": "Budget of time"'));
  expect(JSON.parse(text)).toMatchObject({ id: "t5", owner_note: "typed by hand" });
  await tree.row("Budget of time").waitFor();
  await vscode.page.locator(".tab.dirty").waitFor({ state: "detached" });
});
