// A click in the tree shows a task in one preview tab, as in VSCode's Explorer.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { TreePage } from "../pages/treePage.ts";

const alerts = ".handoff/tasks/t3-alerts/_task.todo.json";

let vscode: Vscode;
let tree: TreePage;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1100, height: 700 } });
  tree = await TreePage.open(vscode);
});

const patient = { timeout: 30_000 };
/**
 * Clicks a row and waits for its tab: VSCode does not tell the extension which row was clicked, so the extension opens the
 * selected task, and a second click may have selected another one by then.
 */
const click = async (title: string) => {
  await tree.click(title);
  await until(`the tab of ${title}`, async () => (await tabs()).some((label) => label.endsWith(` ${title}`)));
};

async function tabs(): Promise<string[]> {
  return await vscode.page.locator(".editor-group-container .tabs-container .tab .label-name").allTextContents();
}

/** Waits until the active page shows a task. */
async function pageShows(title: string) {
  await until(`the page of ${title}`, async () => {
    const page = await vscode.webview("task");
    const field = page.getByLabel("Title", { exact: true });
    return (await field.count()) > 0 && (await field.inputValue({ timeout: 1000 }).catch(() => "")) === title;
  });
  return await vscode.webview("task");
}

test("clicks on three rows open one tab, and the tree still receives keys", async () => {
  for (const title of ["Alerts", "Performance budget", "Map view"]) await click(title);
  await expect.poll(tabs, patient).toEqual(["t2 Map view"]);
  await pageShows("Map view");
  await tree.hasKeyboard();
});

test("Space shows the task that was reached by arrow keys", async () => {
  await vscode.page.keyboard.press("ArrowDown");
  await tree.hasFocus("Alerts");
  await vscode.page.keyboard.press("Space");
  await expect.poll(tabs, patient).toEqual(["t3 Alerts"]);
  await tree.hasKeyboard();
});

test("a double click makes the tab permanent, and the next click opens another", async () => {
  await tree.click("Performance budget", 2);
  // The second click gives the page the keyboard.
  await until("the page to have the keyboard", () => vscode.page.evaluate(() => document.activeElement?.matches("iframe.webview")));
  expect(await tabs()).toEqual(["t5 Performance budget"]);
  await click("Map view");
  await expect.poll(tabs, patient).toEqual(["t5 Performance budget", "t2 Map view"]);
  await click("Alerts");
  await expect.poll(tabs, patient).toEqual(["t5 Performance budget", "t3 Alerts"]);
  await click("Performance budget");
  await pageShows("Performance budget");
  expect(await tabs()).toEqual(["t5 Performance budget", "t3 Alerts"]);
});

test("the preview tab follows the tree after a reload", async () => {
  await click("Alerts");
  await pageShows("Alerts");
  await vscode.reload();
  await pageShows("Alerts");
  tree = await TreePage.find(vscode);
  await click("Map view");
  await expect.poll(tabs, patient).toEqual(["t5 Performance budget", "t2 Map view"]);
});

test("typing on the page makes its tab permanent and keeps the text", async () => {
  await click("Alerts");
  const page = await pageShows("Alerts");
  await page.getByLabel("Title", { exact: true }).fill("Alarms");
  await click("Map view");
  await vscode.fileBecomes(alerts, (text) => text.includes('"title": "Alarms"'));
  await expect.poll(tabs, patient).toEqual(["t5 Performance budget", "t3 Alarms", "t2 Map view"]);
});

test("Keep Open makes the tab permanent", async () => {
  const keep = vscode.page.locator(".editor-actions").getByRole("button", { name: "Keep Open" });
  // A further click on the row could count as the second one of a double click.
  await pageShows("Map view");
  // The action is visible for the active tab once it has the focus.
  await (await vscode.webview("task")).locator(".task-page, #root").first().click();
  await keep.click();
  await keep.waitFor({ state: "hidden" });
  await click("Accessibility audit");
  await expect.poll(tabs, patient).toEqual(["t5 Performance budget", "t3 Alarms", "t2 Map view", "t6 Accessibility audit"]);
});
