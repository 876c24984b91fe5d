// A project that the real server wrote is opened: its tasks are in the tree and on the board.
import { expect, test } from "vitest";
import { Vscode, type Host } from "../harness/vscode.ts";

test.each<Host>(["node", "web"])("tide-atlas opens in the %s host", async (host) => {
  const vscode = await Vscode.open({ example: "tide-atlas", host });
  const tree = await vscode.openTree();
  await tree.getByRole("treeitem", { name: /Platform foundation/u }).waitFor();
  await vscode.runCommand("Handoff: Open Board");
  await vscode.choose("Tide Atlas");
  const board = await vscode.webview("board");
  await board.locator("[data-key], [data-id], .card").first().waitFor();
  expect(await board.locator(".card").count()).toBeGreaterThan(10);
  await vscode.close();
});
