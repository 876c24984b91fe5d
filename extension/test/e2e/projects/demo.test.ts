// The demo project is offered before there is any project, and opens with its tasks, in both hosts.
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
  await page.locator('.activitybar .action-label[aria-label^="Handoff"]').first().click();
  // A folder is open already, so the demo project gets a window of its own.
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Open Demo" }).click();
  const demo = await opened;
  await demo.waitForURL(address);
  await vscode.use(demo);
  const tree = await vscode.openTree();
  await tree.getByRole("treeitem", { name: /^Tide engine, / }).waitFor();
  await vscode.runCommand("Handoff: Open Board");
  const board = await vscode.webview("board");
  const card = board.locator('[data-card="04.5"]');
  await card.waitFor();
  expect(await card.innerText()).toContain("claude-code");
  await vscode.close();
  const folder = new URL(demo.url()).searchParams.get("folder") ?? "";
  if (host === "node") removeScratch(dirname(folder));
});
