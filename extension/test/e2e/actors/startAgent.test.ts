// An agent is started on a card in a terminal, and is found again from the card while it holds the task.
import { expect, test } from "vitest";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";

/** Stands for an agent: it notes what it was given, and waits. */
const script = `require("fs").writeFileSync("agent.json", JSON.stringify({ args: process.argv.slice(1), conversation: process.env.HANDOFF_CONVERSATION })); setInterval(() => {}, 1000);`;

test("an agent gets the task as arguments, and a click on its card goes to its terminal", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1400, height: 800 }, settings: { "handoff.agents": { Stand: [process.execPath, "-e", script, "${task}", "${prompt}"] } } });
  const board = await BoardPage.open(vscode);
  await vscode.chooseFromMenu(board.card("t5"), "Start an Agent…");
  await vscode.choose("Stand");
  const noted = await vscode.fileBecomes("agent.json", (text) => text.endsWith("}"));
  const { args, conversation } = JSON.parse(noted) as { args: string[]; conversation: string };
  expect([args.length, args[0]]).toEqual([2, "t5"]);
  expect(args[1]).toContain("# t5: Performance budget");
  const terminal = vscode.page.locator(".terminal-outer-container");
  await terminal.first().waitFor();
  await vscode.runCommand("View: Hide Panel");
  await terminal.first().waitFor({ state: "hidden" });

  const now = new Date().toISOString();
  const actor = { kind: "agent", name: "stand", conversation };
  vscode.write(".handoff/local/claims/t5.json", JSON.stringify({ version: 1, task: "t5", actor, since: now, heard_at: now }));
  await board.card("t5").locator(".holder").getByText("stand").click();
  await terminal.first().waitFor();
  await vscode.close();
});
