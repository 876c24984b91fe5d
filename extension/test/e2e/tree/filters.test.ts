// Saves a view on the board, uses it in the tree, and searches pages with Ctrl+F.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { settledFiles } from "../pages/taskFiles.ts";
import { TreePage } from "../pages/treePage.ts";

let vscode: Vscode;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1400, height: 800 } });
});

const input = () => vscode.page.locator(".quick-input-widget input.input");

/** Filters the board by blocked tasks, and saves the view. */
async function saveBlocked(board: BoardPage, owner: string, name: string): Promise<void> {
  await board.frame.getByRole("button", { name: "Filter", exact: true }).click();
  await board.frame.getByRole("menuitem", { name: "Status" }).click();
  await board.frame.getByRole("menuitemcheckbox", { name: /^Blocked/u }).click();
  await vscode.page.keyboard.press("Escape");
  await board.frame.getByRole("button", { name: "Save View…" }).click();
  await vscode.choose(owner);
  await input().fill(name);
  await vscode.page.keyboard.press("Enter");
}

test("a view that was saved on the board is offered in the tree, also after a reload, and can be deleted", async () => {
  await TreePage.open(vscode);
  const board = await BoardPage.open(vscode);
  const before = await settledFiles(vscode);
  await saveBlocked(board, "Only Me", "Stuck");
  await board.frame.getByRole("button", { name: "Stuck", pressed: true }).waitFor();

  await vscode.reload();
  await vscode.runCommand("Handoff: Filter Tasks");
  await vscode.choose("Stuck");
  const filtered = await TreePage.find(vscode);
  await until("the tree to be filtered", async () => {
    const titles = await filtered.titles();
    return titles.includes("Accessibility audit") && !titles.includes("Performance budget");
  });
  expect(await settledFiles(vscode)).toEqual(before);

  await vscode.runCommand("Handoff: Filter Tasks");
  await vscode.choose("Manage Views…");
  await vscode.choose("Stuck");
  await vscode.choose("Delete");
  await vscode.notification("Deleted the view “Stuck”.").waitFor();
  await vscode.runCommand("Handoff: Clear Filter");
});

test("a view for everybody is in the files of the project, and follows them", async () => {
  const board = await BoardPage.open(vscode);
  if (await board.frame.getByRole("button", { name: "Clear Filter" }).isVisible()) await board.frame.getByRole("button", { name: "Clear Filter" }).click();
  await saveBlocked(board, "Everybody in the Project", "Team");
  const saved = await vscode.fileBecomes(".handoff/views.toml", (text) => text.includes("[views.Team"));
  expect(saved).toContain('statuses = ["blocked"]');
  await board.frame.getByRole("button", { name: /^Team/u, pressed: true }).waitFor();
  vscode.write(".handoff/views.toml", saved.replaceAll("views.Team", "views.Crew"));
  await board.frame.getByRole("button", { name: /^Crew/u }).waitFor();
});

test("Ctrl+F goes to the search of the sessions page, and opens VSCode's own search on the dashboard", async () => {
  const find = vscode.page.locator(".webview-find-widget, .simple-find-part").and(vscode.page.locator(".visible"));
  await vscode.runCommand("Handoff: Show Sessions");
  const sessions = await vscode.webview("sessions");
  await sessions.locator(".list-row").first().focus();
  await vscode.page.keyboard.press("Control+f");
  await until("the search to have the focus", () => sessions.evaluate(() => document.activeElement?.closest(".search") instanceof HTMLElement));
  expect(await find.count()).toBe(0);
  await vscode.runCommand("Handoff: Open Dashboard");
  const dashboard = await vscode.webview("dashboard");
  await dashboard.locator(".dashboard button").first().focus();
  await vscode.page.keyboard.press("Control+f");
  await find.first().waitFor();
});
