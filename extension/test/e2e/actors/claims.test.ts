// What others do shows: a held task has a mark in tree, board and chart until a person takes it over,
// and a message says who has changed what.
import { expect, test } from "vitest";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { TreePage } from "../pages/treePage.ts";

const claim = ".handoff/local/claims/t5.json";
const ended = ".handoff/local/claims/needs/fedcba9876543210.json";
const need = ".handoff/local/claims/needs/0123456789abcdef.json";
const actor = { kind: "agent", name: "codex", version: "1.2", conversation: "c-7" };

test("a held task is marked everywhere and can be taken over, and a message names who changed it", async () => {
  // VSCode may not report what happens in a folder that is new.
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1400, height: 800 }, prepare: (folder) => folder.write(ended, JSON.stringify({ version: 1, actor, kind: "answer", text: "", since: "2026-01-01T00:00:00Z" })) });
  const { page } = vscode;
  const tree = await TreePage.open(vscode);
  let board = await BoardPage.open(vscode);

  // Another program claims the task, as the format says.
  const now = new Date().toISOString();
  vscode.write(claim, JSON.stringify({ version: 1, task: "t5", actor, since: now, heard_at: now }));
  await tree.row("Performance budget").getByText(/^codex · /u).waitFor();
  await board.card("t5").locator(".holder").getByText("codex").waitFor();

  // A hook notes that it asks for a permission.
  vscode.write(need, JSON.stringify({ version: 1, actor, kind: "permission", text: "Bash: npm test", since: now }));
  await tree.row("Performance budget").getByText(/^codex asks for permission · /u).waitFor();
  await board.card("t5").locator(".holder").getByText("codex asks for permission").waitFor();
  await page.locator(".statusbar-item", { hasText: "1" }).and(page.getByLabel(/^Agents that wait for you: codex asks for permission: Bash: npm test/u)).waitFor();
  const asked = page.locator(".notification-toast").filter({ hasText: "codex asks for permission: Bash: npm test (t5 Performance budget)" });
  await asked.getByRole("button", { name: "Show" }).click();
  await (await vscode.webview("task")).locator(".holder-line").getByText("Held by agent codex, asks for permission").waitFor();
  await vscode.runCommand("Handoff: Open Dashboard");
  const waiting = (await vscode.webview("dashboard")).locator(".needs-card .act-row").filter({ hasText: "Bash: npm test" });
  await waiting.getByText("codex asks for permission · t5 Performance budget").waitFor();
  vscode.remove(need);
  await waiting.waitFor({ state: "detached" });
  board = await BoardPage.open(vscode);

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
