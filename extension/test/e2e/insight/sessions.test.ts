// The session browser in VSCode: from the tree to the page, search, the prompt, and a change of the
// register that is written to the active session.
import { expect, test } from "vitest";
import { Vscode } from "../../harness/vscode.ts";

const active = ".handoff/sessions/20261121-025724-tide-overlay-parser-storage-解析.active.json";

test("a past session is found and read, and a decision is withdrawn", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas" });
  // Without the nested project no step asks for the project.
  vscode.remove("packages");
  await vscode.runCommand("Handoff: Show Sessions");
  const sessions = await vscode.webview("sessions");
  const list = sessions.getByRole("list", { name: "Sessions, newest first" });
  await list.getByRole("button", { name: /Fork: raster fallback/u }).click();
  await sessions.getByRole("heading", { name: "Fork: raster fallback" }).waitFor();

  await sessions.getByRole("textbox", { name: "Search all sessions" }).fill("pasted");
  const matches = sessions.getByRole("list", { name: "Sessions that match, best first" });
  await expect.poll(() => matches.getByRole("button").count()).toBe(1);
  await sessions.getByRole("button", { name: "Clear search" }).click();
  await list.getByRole("button", { name: /^Active Tide overlay/u }).click();

  await sessions.getByRole("button", { name: /^Copy Resume Prompt/u }).click();
  await vscode.page.locator(".statusbar-item").filter({ hasText: "Copied a prompt" }).waitFor();
  expect(await vscode.page.evaluate(() => navigator.clipboard.readText())).toContain("Tide Atlas");

  await sessions.getByRole("textbox", { name: "Add a note" }).fill("Feeds close at noon");
  await vscode.page.keyboard.press("Enter");
  await vscode.fileBecomes(active, (text) => text.includes("Feeds close at noon"));

  await sessions.getByRole("tab", { name: "Register" }).click();
  await sessions.getByRole("button", { name: /^Withdraw… : / }).first().click();
  await vscode.page.locator(".quick-input-widget input.input").fill("measured again");
  await vscode.page.keyboard.press("Enter");
  await vscode.fileBecomes(active, (text) => text.includes("measured again"));
  await sessions.getByRole("checkbox", { name: /no longer stands/u }).click();
  await sessions.getByText("Withdrawn: measured again").waitFor();
  await vscode.close();
});
