// Deletes a task with subtasks and restores it by the command, with the keyboard alone.
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { filesBecome, settledFiles } from "./pages/taskFiles.ts";
import { TreePage } from "./pages/treePage.ts";

const alerts = ".handoff/tasks/t3-alerts";

test("a deleted task comes back with its subtasks, and Undo deletes it again", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1300, height: 700 } });
  const { page } = vscode;
  // Without the nested project no step asks for the project.
  rmSync(vscode.path("packages"), { recursive: true });
  const tree = await TreePage.open(vscode);
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
  await page.keyboard.type("alerts");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await until("the row to be checked", async () => (await row.getAttribute("aria-checked")) === "true");
  await page.keyboard.press("Enter");
  await filesBecome(vscode, before);
  await tree.row("Alerts").and(tree.tree.locator(".selected")).waitFor();

  await vscode.notification("Restore t3: Alerts").getByRole("button", { name: "Undo" }).click();
  await filesBecome(vscode, deleted);
  await tree.levelBecomes("Alerts", undefined);
  await vscode.close();
});
