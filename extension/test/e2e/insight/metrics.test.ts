// The metrics page in VSCode: charts are copied and saved, choices survive a reload, and figures lead to other pages.
import { readFileSync } from "node:fs";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { writePast } from "../pages/pastFiles.ts";

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

test("charts are copied as CSV and saved as pictures, choices survive a reload, and figures lead to the board and to a task", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1300, height: 900 }, prepare: writePast });
  await vscode.runCommand("Handoff: Show Metrics");
  let metrics = await vscode.webview("metrics");
  const chart = (name: string) => metrics.getByRole("article", { name, exact: true });
  await chart("Velocity").locator(".chart-svg").waitFor();

  await metrics.getByRole("button", { name: "Group by: None" }).click();
  await metrics.getByRole("menuitemradio", { name: "Assignee", exact: true }).click();
  await chart("Velocity").getByText("Maya Ito").first().waitFor();
  await metrics.getByRole("button", { name: "Velocity: copy or save" }).click();
  await metrics.getByRole("menuitem", { name: "Copy as CSV" }).click();
  const csv = await until("the table to be copied", async () => {
    const text = await vscode.page.evaluate(() => navigator.clipboard.readText());
    return text.includes("Maya Ito") ? text : undefined;
  });
  expect(csv.split("\n")[0]).toMatch(/^"Week".*"Maya Ito"/u);
  expect(csv.split("\n")[1]).toMatch(/^"?\d{4}-\d{2}-\d{2}"?,/u);

  expect(readFileSync(await save(vscode, metrics, "Velocity", "SVG"), "utf8")).toMatch(/^<\?xml[^>]*>\s*<svg.*Maya Ito/su);
  const png = readFileSync(await save(vscode, metrics, "Velocity", "PNG"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");

  await metrics.getByRole("button", { name: "Display", exact: true }).click();
  await metrics.getByRole("menuitemradio", { name: "Hours", exact: true }).click();
  await metrics.getByRole("button", { name: "Burndown: show as table" }).click();
  await vscode.reload();
  metrics = await vscode.webview("metrics");
  await metrics.getByRole("button", { name: "Display", exact: true }).click();
  await metrics.getByRole("menuitemradio", { name: "Hours", exact: true, checked: true }).waitFor();
  await vscode.page.keyboard.press("Escape");
  await chart("Burndown").getByRole("table").waitFor();

  await metrics.getByRole("button", { name: /^Completion by count/u }).click();
  const board = await BoardPage.find(vscode);
  await until("only finished tasks to be shown", async () => (await board.ids("done")).length > 0 && (await board.ids("todo")).length === 0);

  await vscode.runCommand("Handoff: Show Metrics");
  metrics = await vscode.webview("metrics");
  await metrics.locator(".figure").filter({ hasText: "In progress or review" }).getByRole("button").first().click();
  await metrics.getByRole("button", { name: /t1\.2\.2/u }).first().click();
  const editor = await vscode.webview("task");
  await expect.poll(() => editor.getByLabel("Title", { exact: true }).inputValue()).toBe("Parse feed → normalised rows");
  await vscode.close();
});
