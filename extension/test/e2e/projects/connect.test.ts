// Connecting an agent: the changes are shown before they are written, the server is asked, and all can be undone.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { beginFirstTask, type Entry } from "../../../../scripts/lib/firstTask.mjs";
import { AgentServer } from "../../harness/agentServer.ts";
import { installedEnv } from "../../harness/handoffCommand.ts";
import { scratchFolder } from "../../harness/scratch.ts";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";

/** The home folder of a machine without the command, in which no agent is in use: those that are would be selected. */
function emptyHome(): { folder: string; env: Record<string, string> } {
  const folder = scratchFolder("home");
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((one) => !existsSync(join(one, "handoff")) && !existsSync(join(one, "handoff.exe")));
  const home = { HOME: folder, USERPROFILE: folder, XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state") };
  return { folder, env: { ...home, PATH: folders.join(delimiter), CARGO_HOME: join("/", "nowhere"), VSCODE_CLI: "1" } };
}

/** The server that is registered for all projects of Claude Code. */
function claudeServer(home: string): Entry {
  const { mcpServers } = JSON.parse(readFileSync(join(home, ".claude.json"), "utf8")) as { mcpServers: { handoff: Entry } };
  return mcpServers.handoff;
}

async function connectClaude(vscode: Vscode): Promise<void> {
  await vscode.openTree();
  await vscode.runCommand("Handoff: Connect an Agent…");
  // The list has its items once the command has said which programs are in use.
  await vscode.quickPick("Claude Code").waitFor();
  await vscode.page.locator(".quick-input-widget :focus").waitFor();
  await vscode.page.keyboard.type("Claude Code");
  await vscode.quickPick("Codex").waitFor({ state: "detached" });
  await vscode.page.keyboard.press("ArrowDown");
  await vscode.page.keyboard.press("Space");
  await vscode.page.keyboard.press("Enter");
}

/** Presses a button of the message, after the changes to a file are shown. */
async function writeAfterLooking(vscode: Vscode, file: string): Promise<void> {
  const { page } = vscode;
  await page.locator(".multiDiffEntry").filter({ hasText: file }).first().waitFor();
  await vscode.notification(/Write these changes to connect .*Claude Code/u).getByRole("button", { name: "Write" }).click();
}

test("from the package alone: the command of the package is registered for all projects, answers, and is removed again", async () => {
  const home = emptyHome();
  const vscode = await Vscode.open({ example: "harbour", env: home.env });
  await connectClaude(vscode);
  await writeAfterLooking(vscode, ".claude.json");
  const connected = vscode.notification(/Connected: Claude Code\. The server answers with \d+ tools\. Restart the agent in the folder of the project, and ask: “What is next\?”/u);
  await connected.waitFor();
  const { command, args, env } = claudeServer(home.folder);
  const { stdout } = await promisify(execFile)(command, [...args.slice(0, -1), "--version"], { env: { ...process.env, ...env } });
  expect(stdout).toMatch(/^handoff \d/u);
  expect(vscode.exists(".mcp.json")).toBe(false);
  await connected.getByRole("button", { name: "Undo" }).click();
  await until("the file to be gone", () => !existsSync(join(home.folder, ".claude.json")));
  await vscode.close();
});

test("with an installed command, this project can be connected, and the walkthrough ticks the step once an agent has changed something", async () => {
  const vscode = await Vscode.open({ example: "harbour", env: { ...emptyHome().env, ...installedEnv } });
  await connectClaude(vscode);
  await vscode.quickPick("This Project").click();
  await writeAfterLooking(vscode, ".mcp.json");
  await vscode.notification(/Connected: Claude Code\. The server answers/u).waitFor();
  expect(vscode.exists(".mcp.json")).toBe(true);
  await vscode.runCommand("Welcome: Open Walkthrough...");
  await vscode.quickPick("Get Started with Handoff").click();
  const step = vscode.page.locator(".getting-started-step", { hasText: "Connect your agent" });
  await step.and(vscode.page.locator("[aria-checked=false]")).waitFor();
  const agent = await AgentServer.start(vscode.folder);
  expect(await agent.reply("handoff_update_task", { task_id: "02", task: { title: "Read the tide tables" } })).toMatchObject({ failed: false });
  await step.and(vscode.page.locator("[aria-checked=true]")).waitFor();
  await agent.stop();
  await vscode.close();
});

test("a newcomer with an empty folder gets from the installation to the first task of an agent with six clicks and two keys", async () => {
  const home = emptyHome();
  const vscode = await Vscode.open({ env: home.env });
  const { page } = vscode;
  const used = { clicks: 0, keys: 0 };
  const click = async (target: Locator) => {
    await target.click();
    used.clicks += 1;
  };
  const press = async (key: string) => {
    await page.keyboard.press(key);
    used.keys += 1;
  };
  await click(page.locator(".activitybar").getByRole("tab", { name: "Handoff" }));
  await click(page.locator(".sidebar .welcome-view-content").getByRole("button", { name: "Initialize Project" }));
  await page.locator(".quick-input-widget").getByText("Project name").waitFor();
  // The name of the folder is there already.
  await press("Enter");
  const dashboard = await vscode.webview("dashboard");
  await click(dashboard.getByRole("button", { name: "Connect an Agent…" }));
  await click(vscode.quickPick("Claude Code"));
  await press("Enter");
  await page.locator(".multiDiffEntry").filter({ hasText: ".claude.json" }).first().waitFor();
  await click(vscode.notification(/Write these changes to connect .*Claude Code/u).getByRole("button", { name: "Write" }));
  // The answer is the question with which the person begins.
  await click(vscode.notification(/The server answers with \d+ tools/u).getByRole("button", { name: "Copy Question" }));
  const { status } = await beginFirstTask(claudeServer(home.folder), vscode.folder, { ...process.env, ...home.env });
  expect(status).toBe("in_progress");
  await page.locator(".sidebar").getByRole("treeitem", { name: /^Plan the beds/u }).waitFor();
  expect(used).toEqual({ clicks: 6, keys: 2 });
  await vscode.close();
});
