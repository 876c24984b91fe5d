// Connecting an agent: the command comes before the question for the programs, and the next step after it.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { installedEnv } from "../../harness/handoffCommand.ts";
import { Vscode } from "../../harness/vscode.ts";

const question = "Select the programs that work on";

test("without the command, a message that stays says how to get it", async () => {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !existsSync(join(folder, "handoff")) && !existsSync(join(folder, "handoff.exe")));
  const vscode = await Vscode.open({ example: "harbour", env: { PATH: folders.join(delimiter), CARGO_HOME: join("/", "nowhere"), VSCODE_CLI: "1" } });
  const { page } = vscode;
  await vscode.openTree();
  await vscode.runCommand("Handoff: Connect an Agent…");
  const message = page.getByRole("dialog").filter({ hasText: "The handoff command is not installed." });
  await message.getByText("cargo install --path crates/cli --profile command").waitFor();
  await message.getByRole("button", { name: "Open Instructions" }).waitFor();
  expect(await message.getByRole("button", { name: "Copy Command" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await message.waitFor({ state: "detached" });
  expect([await page.locator(".quick-input-widget").getByText(question).count(), await vscode.notificationCount()]).toEqual([0, 0]);
  await vscode.close();
});

test("with the command, the programs are connected, and the next step is said", async () => {
  const vscode = await Vscode.open({ example: "harbour", env: installedEnv });
  const { page } = vscode;
  await vscode.openTree();
  await vscode.runCommand("Handoff: Connect an Agent…");
  await page.locator(".quick-input-widget :focus").waitFor();
  await page.keyboard.type("Claude Code");
  await vscode.quickPick("Claude Code").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await vscode.notification("Connected: Claude Code. Restart the agent in the folder of the project, and ask: “What is next?”").waitFor();
  expect(vscode.exists(".mcp.json")).toBe(true);
  await vscode.close();
});
