// The dashboard says who works on what and what others have done: claims, a running timer, changes since
// the last visit. Its figures lead to exactly the tasks that they count.
import { expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { moveLastVisit, writePast } from "../pages/pastFiles.ts";

test("the dashboard shows claims, the running timer and what others did since the last visit", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, timeZone: "Etc/UTC", size: { width: 1400, height: 900 }, settings: { "handoff.userName": "Mika" }, prepare: writePast });
  await vscode.runCommand("Handoff: Open Dashboard");
  let page = await vscode.webview("dashboard");
  const card = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}`, "u") });
  await card("At work").getByRole("button", { name: /Parse feed.*codex · active/u }).waitFor();
  await card("At work").getByRole("button", { name: /^Threshold rules.*Mika.*0:5\d h$/u }).waitFor();
  expect(await card("Since you were here").count()).toBe(0);

  await moveLastVisit(vscode, 6);
  page = await vscode.webview("dashboard");
  const changes = card("Since you were here");
  await changes.locator(".change-actor").filter({ hasText: "codex" }).waitFor();
  await changes.getByText("changed the status from In progress to Review").waitFor();

  // Another agent claims a task and finishes another one, as the format says.
  const at = new Date().toISOString();
  const actor = { kind: "agent", name: "gemini", conversation: "c-9" };
  vscode.write(".handoff/local/claims/t5.json", JSON.stringify({ version: 1, task: "t5", actor, since: at, heard_at: at }));
  const change = { kind: "field", field: "priority", from: null, to: "high" };
  vscode.write(`.handoff/activity/${at.slice(0, 7)}/gemini.jsonl`, `${JSON.stringify({ id: "gemini-1", at, actor, task: "t6", change })}\n`);
  await card("At work").getByRole("button", { name: /Performance budget.*gemini · active/u }).waitFor();
  await changes.locator(".change-actor").filter({ hasText: "gemini" }).waitFor();

  await page.getByRole("button", { name: "Late: 3" }).click();
  const board = await BoardPage.find(vscode);
  await until("only late tasks to be shown", async () => (await board.frame.locator(".board [data-card]").count()) === 3);
  expect([...(await board.ids("in_progress")), ...(await board.ids("blocked"))].toSorted()).toEqual(["t1.2.2", "t2.3", "t3.1"]);
  await board.frame.getByRole("button", { name: "Remove the filter Overdue" }).click();
  await until("all tasks to be shown", async () => (await board.frame.locator(".board [data-card]").count()) > 3);
  await vscode.close();
});
