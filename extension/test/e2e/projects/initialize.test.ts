// Initializes a project in an empty folder, in both layouts, and uses it at once.
import { expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { taskFiles } from "../pages/taskFiles.ts";

test("the palette offers only commands that work in this window", async () => {
  // The palette lists only as many commands as fit the window.
  const vscode = await Vscode.open({ size: { width: 1000, height: 2400 } });
  // VSCode adds the first of them for every view.
  const withoutProject = ["Focus on Tasks View", "Initialize Project", "Initialize Project as JSON, for handoff-mcp…", "Open Demo", "Refresh", "Show Log"].map((title) => `Handoff: ${title}`);
  const offered = await until("the palette to offer no more than what needs no project", async () => {
    const titles = await vscode.offeredCommands();
    return titles.length === withoutProject.length && titles;
  });
  expect(offered).toEqual(withoutProject);
  vscode.write(".handoff/config.toml", '[project]\nname = "Harbour watch"\n');
  await vscode.runCommand("Handoff: Refresh");
  await until("the palette to offer what needs a project", async () => {
    const titles = await vscode.offeredCommands();
    const later = "Handoff: New Task";
    return titles.includes("Handoff: Filter Tasks") && titles.includes(later) && !titles.includes("Handoff: Initialize Project");
  });
  await vscode.close();
});

test.each([
  { layout: "TOML", files: { ".handoff/tasks/t1-todo--first-step/task.toml": 'title = "First step"' } },
  { layout: "JSON", files: { ".handoff/tasks/t1-first-step/_task.todo.json": '"title": "First step"' } },
])("an empty folder becomes a project in the layout $layout", async ({ layout, files }) => {
  const isShared = layout === "JSON";
  const vscode = await Vscode.open(isShared ? { prepare: (opened) => opened.write(".mcp.json", '{"mcpServers": {"handoff": {"command": "handoff-mcp"}}}') } : {});
  const { page } = vscode;
  const answer = async (text: string) => {
    await page.locator(".quick-input-widget input.input").fill(text);
    await page.keyboard.press("Enter");
  };
  await vscode.openContainer();
  await page.locator(".sidebar .welcome-view-content").getByRole("button", { name: "Initialize Project" }).click();
  await page.locator(".quick-input-widget").getByText("Project name").waitFor();
  await answer("Harbour watch");
  await vscode.fileBecomes(".handoff/config.toml", (text) => text.includes('name = "Harbour watch"'));
  // The first page of a project shows the next steps.
  const dashboard = await vscode.webview("dashboard");
  await dashboard.getByRole("button", { name: "New Task" }).waitFor();
  await dashboard.getByRole("button", { name: "Add People and Agents" }).click();
  const settings = await vscode.webview("settings");
  await settings.locator("input:focus[aria-label='Short name of a person or agent']").waitFor();
  await page.keyboard.type("maya");
  await page.keyboard.press("Enter");
  await vscode.fileBecomes(".handoff/config.toml", (text) => text.includes("[assignees.maya]"));

  await page.locator(".sidebar .welcome-view-content").getByRole("button", { name: "New Task" }).click();
  await answer("First step");
  await page.locator(".sidebar").getByRole("treeitem", { name: /^First step/u }).waitFor();
  await until("the task to be on disk", () => Object.keys(files).every((file) => vscode.exists(file)));
  expect(Object.keys(taskFiles(vscode))).toEqual(Object.keys(files));
  for (const [file, text] of Object.entries(files)) expect(vscode.read(file)).toContain(text);
  const board = await BoardPage.open(vscode);
  expect(await board.cell("todo").locator(".card-title").allTextContents()).toEqual(["First step"]);

  // A new user's first actions are not refused.
  await page.locator(".sidebar").getByRole("treeitem", { name: /^First step/u }).hover();
  await page.locator(".sidebar").getByRole("button", { name: "Start Task" }).first().click();
  await board.cell("in_progress").getByText("First step").waitFor();
  await board.frame.getByRole("button", { name: "Add task to Review" }).click();
  await page.keyboard.type("Second step");
  await page.keyboard.press("Enter");
  await board.cell("review").getByText("Second step").waitFor();
  expect(await board.frame.locator(".card-notice, .hint.problem").count()).toBe(0);
  expect(await page.locator(".notifications-toasts .notification-list-item").count()).toBe(0);
  await vscode.close();
});

test("the walkthrough ticks a step when it is done, not when a dialog opens", async () => {
  const vscode = await Vscode.open();
  const { page } = vscode;
  const step = (name: string, checked: boolean) => page.locator(".getting-started-step", { hasText: name }).and(page.locator(`[aria-checked=${String(checked)}]`)).waitFor();
  const initialize = async (key: "Enter" | "Escape") => {
    await page.locator(".sidebar .welcome-view-content").getByRole("button", { name: "Initialize Project" }).click();
    await page.locator(".quick-input-widget").getByText("Project name").waitFor();
    await page.keyboard.press(key);
  };
  await vscode.openContainer();
  await vscode.runCommand("Welcome: Open Walkthrough...");
  await vscode.quickPick("Get Started with Handoff").click();
  await step("Make your folder a project", false);
  await initialize("Escape");
  await step("Make your folder a project", false);
  expect(vscode.exists(".handoff")).toBe(false);
  await initialize("Enter");
  await vscode.webview("dashboard");
  await page.locator(".sidebar .welcome-view-content").getByRole("button", { name: "New Task" }).click();
  await page.locator(".quick-input-widget input.input").fill("First step");
  await page.keyboard.press("Enter");
  const task = page.locator(".sidebar").getByRole("treeitem", { name: /^First step/u });
  await task.waitFor();
  await page.getByRole("tab", { name: /^Welcome/u }).click();
  await step("Make your folder a project", true);
  await step("Add a task and move it", false);
  await task.hover();
  await page.locator(".sidebar").getByRole("button", { name: "Start Task" }).first().click();
  await step("Add a task and move it", true);
  await vscode.close();
});
