// Restores a deleted task with its subtasks, and reverts the stored changes of an agent, both by a
// command with the keyboard alone.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { filesBecome, settledFiles } from "../pages/taskFiles.ts";
import { TreePage } from "../pages/treePage.ts";

const alerts = ".handoff/tasks/t3-alerts";
const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";
const invented = ".handoff/tasks/t99-invented/_task.todo.json";

let vscode: Vscode;
let page: Page;
let tree: TreePage;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1300, height: 700 } });
  ({ page } = vscode);
  tree = await TreePage.open(vscode);
});

test("a deleted task comes back with its subtasks, and Undo deletes it again", async () => {
  const before = await settledFiles(vscode);

  await vscode.runCommand("Handoff: Restore Deleted Tasks…");
  await vscode.notification("The trash of Tide Atlas is empty.").waitFor();

  await tree.focus("Alerts");
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await until("the task to be gone", () => !vscode.exists(alerts));
  const deleted = await settledFiles(vscode);

  await vscode.runCommand("Handoff: Restore Deleted Tasks…");
  const row = page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "Alerts" });
  await row.waitFor();
  expect(await row.getAttribute("aria-label")).toMatch(/^Alerts, t3, Deleted .* · 5 subtasks/u);
  await page.locator(".quick-input-widget :focus").waitFor();
  await page.keyboard.type("alerts");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await until("the row to be checked", async () => (await row.getAttribute("aria-checked")) === "true");
  await page.keyboard.press("Enter");
  await filesBecome(vscode, before);
  await tree.row("Alerts").and(tree.tree.locator(".selected")).waitFor();

  await vscode.notification("Restored “Alerts”").getByRole("button", { name: "Undo" }).click();
  await filesBecome(vscode, deleted);
  await tree.levelBecomes("Alerts", undefined);
});

interface AgentChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
  readonly task: string;
  readonly changes: readonly object[];
}

/** Writes a file as an agent, with the step that the MCP server stores for it. */
function changeAsAgent(number: number, { path, before, after, task, changes }: AgentChange): void {
  const actor = { kind: "agent", name: "codex", conversation: "c1" };
  const at = new Date(Date.now() - 60_000).toISOString();
  const content = (text: string) => ({ kind: "text", text });
  const edit = { kind: "write", path: path.replace(".handoff/", ""), before: before && content(before), after: content(after) };
  const events = changes.map((change, index) => ({ id: `e-${number}-${index}`, at, actor, task, change }));
  const step = { version: 1, at, actor, summary: { template: "Changed {task}", args: { task: { task, title: "Budget" } } }, edits: [edit], events };
  vscode.write(path, after);
  vscode.write(`.handoff/local/history/0000000000000${number}-0000-00000000.json`, JSON.stringify(step));
}

test("an agent's changes are reverted, except for what a person changed since", async () => {
  const before = vscode.read(budget);
  const after = before.replace('"Performance budget"', '"Budget by codex"').replace('"estimate_hours": 16.0', '"estimate_hours": 40.0');
  changeAsAgent(1, {
    path: budget,
    before,
    after,
    task: "t5",
    changes: [
      { kind: "field", field: "title", from: "Performance budget", to: "Budget by codex" },
      { kind: "field", field: "estimateHours", from: 16, to: 40 },
    ],
  });
  const created = JSON.stringify({ id: "t99", title: "Invented" });
  changeAsAgent(2, { path: invented, before: null, after: created, task: "t99", changes: [{ kind: "created", title: "Invented" }] });
  await tree.row("Invented").waitFor();

  await tree.focus("Budget by codex");
  await page.keyboard.press("F2");
  const input = page.locator(".quick-input-widget input.input");
  await until("the title to be offered", async () => (await input.inputValue()) === "Budget by codex");
  await page.keyboard.type("Budget by Ana");
  await page.keyboard.press("Enter");
  await vscode.fileBecomes(budget, (text) => text.includes("Budget by Ana"));
  const changed = await settledFiles(vscode);

  await vscode.runCommand("Handoff: Revert Changes by…");
  const row = (text: string) => page.locator(".quick-input-list .monaco-list-row").filter({ hasText: text });
  await row("codex").waitFor();
  expect(await row("codex").getAttribute("aria-label")).toMatch(/^codex, agent · 2 changes, since/u);
  await page.keyboard.press("Enter");
  await row("All changes").waitFor();
  await page.keyboard.press("Enter");
  await row("Budget by Ana").waitFor();
  for (const title of ["Budget by Ana", "Invented"]) expect(await row(title).getAttribute("aria-checked")).toBe("true");
  expect(await row("Budget by Ana").getAttribute("aria-label")).toMatch(/estimate: 40 h → 16 h · .*t5 keeps its title/u);
  expect(await row("Invented").getAttribute("aria-label")).toContain("was created, moves to the trash");
  await page.locator(".quick-input-widget :focus").waitFor();
  await page.keyboard.press("Enter");

  const text = await vscode.fileBecomes(budget, (content) => content.includes('"estimate_hours": 16.0'));
  expect(JSON.parse(text)).toMatchObject({ title: "Budget by Ana" });
  await until("the new task to be gone", () => !vscode.exists(invented));
  const message = vscode.notification("Reverted 2 changes by codex");
  await message.getByText(/t5 keeps its title/u).waitFor();
  await message.getByRole("button", { name: "Undo" }).click();
  await until("the changes to be back", () => vscode.exists(invented));
  const fields = (files: Record<string, string>) => ({ ...(JSON.parse(files[budget] ?? "{}") as object), updated_at: "" });
  expect(fields(await settledFiles(vscode))).toEqual(fields(changed));
});
