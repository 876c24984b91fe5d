// The page of a task lists what mentions the task, and leads to it.
import { expect, test } from "vitest";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";

test("the page of a task shows its sessions and memories, also those that are added meanwhile", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true });
  const board = await BoardPage.open(vscode);
  await board.card("t1.2.2").focus();
  await vscode.page.keyboard.press("Enter");
  const task = await vscode.webview("task");
  await task.getByRole("heading", { name: /^Sessions/u }).waitFor();

  const memory = JSON.parse(vscode.read(".handoff/memory/m-20261121-025727-398154.json")) as object;
  const added = { ...memory, id: "m-20261122-090000-000001", text: "Rows of t1.2.2 repeat at midnight" };
  vscode.write(`.handoff/memory/${added.id}.json`, JSON.stringify(added));
  await task.getByRole("button", { name: added.text }).click();
  await vscode.page.locator(".tabs-container .tab.active").filter({ hasText: `${added.id}.json` }).waitFor();

  await vscode.page.locator(".tabs-container .tab").filter({ hasText: "Parse feed" }).click();
  await (await vscode.webview("task")).getByRole("button", { name: "Tide overlay, updated summary" }).click();
  const sessions = await vscode.webview("sessions");
  await sessions.getByRole("heading", { name: "Tide overlay, updated summary" }).waitFor();
  expect(await sessions.getByRole("list", { name: "Sessions, newest first" }).getByRole("button").count()).toBeGreaterThan(1);
  await vscode.close();
});
