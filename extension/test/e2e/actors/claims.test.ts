// What others do shows: a held task has a mark in tree, board and chart until a person takes it over,
// and a message says who has changed what.
import { expect, test } from "vitest";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { TreePage } from "../pages/treePage.ts";

const claim = ".handoff/local/claims/t5.json";

test("a held task is marked everywhere and can be taken over, and a message names who changed it", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1400, height: 800 } });
  const { page } = vscode;
  const tree = await TreePage.open(vscode);
  const board = await BoardPage.open(vscode);

  // Another program claims the task, as the format says.
  const now = new Date().toISOString();
  const actor = { kind: "agent", name: "codex", version: "1.2", conversation: "c-7" };
  vscode.write(claim, JSON.stringify({ version: 1, task: "t5", actor, since: now, heard_at: now }));
  await tree.row("Performance budget").getByText(/^codex · /u).waitFor();
  await board.card("t5").locator(".holder").getByText("codex").waitFor();

  // A change is never prevented; the toast says who holds the task.
  await board.card("t5").click();
  for (const key of ["F2"]) await page.keyboard.press(key);
  await page.keyboard.type("Performance goals");
  await page.keyboard.press("Enter");
  await board.toast.getByText("t5 is held by agent codex.").waitFor();

  await vscode.runCommand("Handoff: Open Gantt Chart");
  const chart = await vscode.webview("gantt");
  await chart.locator('[data-row="t5"] .holder-icon').waitFor();

  // Another task is selected, so the command asks which of the held ones is meant.
  await vscode.runCommand("Handoff: Take Over Task");
  await vscode.choose("t5 Performance goals");
  const taken = await vscode.fileBecomes(claim, (text) => text.includes('"human"'));
  expect(JSON.parse(taken)).toMatchObject({ task: "t5", actor: { kind: "human" } });
  await chart.locator('[data-row="t5"] .holder-icon.human').waitFor();
  await tree.row("Performance goals").getByText(/^codex · /u).waitFor({ state: "detached" });

  await vscode.runCommand("Handoff: Release Task");
  await vscode.choose("t5 Performance goals");
  await chart.locator('[data-row="t5"] .holder-icon').waitFor({ state: "detached" });
  expect(vscode.exists(claim)).toBe(false);

  // The agent finishes another task, and logs it as the format says.
  const change = { kind: "field", field: "status", from: "todo", to: "done" };
  const event = { id: "codex-1", at: new Date().toISOString(), actor, task: "t6", change };
  vscode.write(`.handoff/activity/${event.at.slice(0, 7)}/codex.jsonl`, `${JSON.stringify(event)}\n`);
  const message = chart.locator(".toast").filter({ hasText: "codex: Accessibility audit" });
  await message.getByText("changed the status from To do to Done").waitFor();
  await message.getByRole("button", { name: "Open Task" }).click();
  await (await vscode.webview("task")).getByRole("textbox", { name: "Title" }).waitFor();
  await vscode.close();
});
