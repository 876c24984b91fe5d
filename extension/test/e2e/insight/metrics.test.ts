// The metrics page in VSCode: figures follow the files, choices survive a reload, and a figure leads
// to its tasks.
import { renameSync } from "node:fs";
import { expect, test } from "vitest";
import { Vscode } from "../../harness/vscode.ts";

const folder = ".handoff/tasks/t3-alerts";

test("metrics follow the files, keep their choices and lead to tasks", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas" });
  // Without the nested project no step asks for the project.
  vscode.remove("packages");
  await vscode.runCommand("Handoff: Show Metrics");
  const metrics = await vscode.webview("metrics");
  await metrics.getByRole("article", { name: "Burndown", exact: true }).locator(".chart-svg").waitFor();
  const completion = metrics.locator(".figure").filter({ hasText: "Completion by count" });
  const before = await completion.innerText();

  const task = `${folder}/t3.1-threshold-rules/_task`;
  renameSync(vscode.path(`${task}.in_progress.json`), vscode.path(`${task}.done.json`));
  await expect.poll(() => completion.innerText()).not.toBe(before);

  await metrics.getByRole("button", { name: "Count: Tasks" }).click();
  await metrics.getByRole("menuitemradio", { name: "Hours", exact: true }).click();
  await metrics.getByRole("article", { name: "Burndown", exact: true }).getByRole("button", { name: "Burndown: show as table" }).click();
  await vscode.reload();
  const again = await vscode.webview("metrics");
  await again.getByRole("button", { name: "Count: Hours" }).waitFor();
  await again.getByRole("article", { name: "Burndown", exact: true }).getByRole("table").waitFor();

  await again.locator(".figure").filter({ hasText: "In progress or review" }).getByRole("button").first().click();
  await again.getByRole("button", { name: /t1\.2\.2/u }).first().click();
  const editor = await vscode.webview("task");
  await expect.poll(() => editor.getByLabel("Title", { exact: true }).inputValue()).toBe("Parse feed → normalised rows");
  await vscode.close();
});
