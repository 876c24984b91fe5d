// The demo project is offered before there is any project, and opens on its dashboard, in both hosts.
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { removeScratch } from "../../harness/scratch.ts";
import { type Host, Vscode } from "../../harness/vscode.ts";

test.each<[Host, RegExp]>([
  ["node", /[?&]folder=[^&]*handoff-demo-[^&]*tern-bay/u],
  ["web", /[?&]folder=handoff-demo(?::|%3A)[^&]*tern-bay/u],
])("in the %s host, the demo project is opened from the view without a project", async (host, address) => {
  const vscode = await Vscode.open({ host });
  const { page } = vscode;
  await vscode.openContainer();
  // A folder is open already, so the demo project gets a window of its own.
  const opened = page.context().waitForEvent("page");
  await page.locator(".sidebar .welcome-view-content").getByRole("button", { name: "Open the demo" }).click();
  const demo = await opened;
  await demo.waitForURL(address);
  await vscode.use(demo);
  // Nothing is clicked in the new window.
  const tree = demo.locator(".sidebar .pane-body .monaco-list").first();
  await tree.getByRole("treeitem", { name: /^Tide engine, / }).waitFor();
  const dashboard = await vscode.webview("dashboard");
  await dashboard.getByRole("region", { name: /^Needs you/u }).waitFor();
  await vscode.runCommand("Handoff: Open Board");
  const board = await vscode.webview("board");
  const card = board.locator('[data-card="04.5"]');
  await card.waitFor();
  expect(await card.innerText()).toContain("claude-code");
  await vscode.runCommand("View: Close All Editors");
  await vscode.reload();
  await demo.locator(".sidebar .monaco-list-row").first().waitFor();
  expect(await demo.locator(".editor-group-container .tab").count()).toBe(0);
  await vscode.close();
  const folder = new URL(demo.url()).searchParams.get("folder") ?? "";
  if (host === "node") removeScratch(dirname(folder));
});
