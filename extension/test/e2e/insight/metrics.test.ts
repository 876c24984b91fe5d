// The metrics page in VSCode: figures follow the files, choices survive a reload, figures lead to their
// tasks, and charts are grouped, copied and saved.
import { readFileSync, renameSync } from "node:fs";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { writePast } from "../pages/pastFiles.ts";

const folder = ".handoff/tasks/t3-alerts";

test("metrics follow the files, keep their choices and lead to tasks", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true });
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

/** Saves a chart under another name in the project. Returns the path of the file. */
async function save(vscode: Vscode, metrics: Frame, chart: string, format: "SVG" | "PNG"): Promise<string> {
  await metrics.getByRole("button", { name: `${chart}: copy or save` }).click();
  await metrics.getByRole("menuitem", { name: `Save as ${format}…` }).click();
  const path = vscode.path(`${chart}.${format.toLowerCase()}`);
  const input = vscode.page.locator(".quick-input-widget input.input");
  await input.waitFor();
  // VSCode fills in the proposed path, and ignores the button, until it has listed the folder.
  await until("the dialog to close", async () => {
    if (await input.isHidden()) return true;
    const proposal = await input.inputValue({ timeout: 500 });
    if (proposal === path) await vscode.page.locator(".quick-input-widget").getByRole("button", { name: "OK" }).click({ timeout: 500 });
    else if (proposal.endsWith(path.slice(path.lastIndexOf(".")))) await input.fill(path, { timeout: 500 });
    return false;
  });
  // The message comes after the last byte.
  await vscode.notification(`Saved ${chart}.${format.toLowerCase()}`).waitFor();
  return path;
}

test("charts are grouped, copied as CSV and saved as pictures, and a figure leads to the board", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1300, height: 900 }, prepare: writePast });
  await vscode.runCommand("Handoff: Show Metrics");
  const metrics = await vscode.webview("metrics");
  const throughput = metrics.getByRole("article", { name: "Throughput", exact: true });
  await throughput.locator(".chart-svg").waitFor();
  await metrics.getByRole("article", { name: "Burndown", exact: true }).getByText(/^Possible by .*, likely by/u).first().waitFor();

  await metrics.getByRole("button", { name: "Group by: None" }).click();
  await metrics.getByRole("menuitemradio", { name: "Assignee", exact: true }).click();
  await throughput.getByText("Maya Ito").first().waitFor();
  await metrics.getByRole("button", { name: "Throughput: copy or save" }).click();
  await metrics.getByRole("menuitem", { name: "Copy as CSV" }).click();
  const csv = await until("the table to be copied", async () => {
    const text = await vscode.page.evaluate(() => navigator.clipboard.readText());
    return text.includes("Maya Ito") ? text : undefined;
  });
  expect(csv.split("\n")[0]).toMatch(/^"Week".*"Maya Ito"/u);
  expect(csv.split("\n")[1]).toMatch(/^"?\d{4}-\d{2}-\d{2}"?,/u);

  expect(readFileSync(await save(vscode, metrics, "Throughput", "SVG"), "utf8")).toMatch(/^<\?xml[^>]*>\s*<svg.*Maya Ito/su);
  const png = readFileSync(await save(vscode, metrics, "Throughput", "PNG"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");

  await metrics.getByRole("button", { name: /^Completion by count/u }).click();
  const board = await BoardPage.find(vscode);
  await until("only finished tasks to be shown", async () => (await board.ids("done")).length > 0 && (await board.ids("todo")).length === 0);
  await vscode.close();
});
