// The sessions page in VSCode: the prompt on the clipboard, what VSCode asks for, and a reload.
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";

const active = ".handoff/sessions/20261121-025724-tide-overlay-parser-storage-解析.active.json";

/** Opens the sessions page, at the active session. */
async function openPage(vscode: Vscode): Promise<Frame> {
  await vscode.runCommand("Handoff: Show Sessions");
  const sessions = await vscode.webview("sessions");
  await select(sessions, /^Active Tide overlay/u);
  return sessions;
}

async function select(sessions: Frame, name: RegExp): Promise<void> {
  const row = sessions.getByRole("list", { name: "Sessions, newest first" }).getByRole("button", { name });
  await row.click();
  // Until the host has answered, page and menu are those of the session before.
  await row.and(sessions.locator('[aria-current="true"]')).waitFor();
}

/** Runs an action of the menu of the selected session. */
async function act(sessions: Frame, action: string): Promise<void> {
  await sessions.getByRole("button", { name: "More actions" }).click();
  await sessions.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Types an answer into the question of VSCode with this prompt. */
async function answer(vscode: Vscode, prompt: string, text: string): Promise<void> {
  const question = vscode.page.locator(".quick-input-widget").filter({ hasText: prompt });
  await question.locator("input.input").fill(text);
  await vscode.page.keyboard.press("Enter");
}

function decisions(vscode: Vscode): { decision: string; reason?: string }[] {
  return (JSON.parse(vscode.read(active)) as { decisions: { decision: string }[] }).decisions;
}

test("a session is copied as a prompt, compared, forked, merged and closed, and the page survives a reload", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1300, height: 900 } });
  const { page } = vscode;
  let sessions = await openPage(vscode);
  await sessions.getByRole("button", { name: /^Copy Resume Prompt/u }).click();
  await page.locator(".statusbar-item").filter({ hasText: "Copied a prompt" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Tide Atlas");

  await sessions.getByRole("tab", { name: "Register" }).click();
  await sessions.getByRole("listitem").filter({ hasText: "Raster first" }).getByRole("button", { name: /^Supersede/u }).click();
  await answer(vscode, "The new decision, in one line", "Vector tiles first");
  await answer(vscode, "Reason (optional)", "smaller");
  await until("the decision to be superseded", () => decisions(vscode).some(({ decision, reason }) => decision === "Vector tiles first" && reason === "smaller"));
  await sessions.getByText("Vector tiles first").first().waitFor();

  await sessions.getByRole("tab", { name: "Sessions" }).click();
  const choice = sessions.getByLabel("Compare with");
  await choice.selectOption({ index: 2 });
  await sessions.getByRole("heading", { name: /^From “/u }).waitFor();
  // The list of a field keeps the keys.
  await page.locator(".tabs-container .tab.active").click();
  await vscode.reload();
  sessions = await vscode.webview("sessions");
  await sessions.getByRole("heading", { name: /^From “/u }).waitFor();

  await act(sessions, "Fork…");
  await answer(vscode, "Summary of the new session", "Try a smaller legend");
  const list = page.locator(".quick-input-widget").filter({ hasText: "Decisions" });
  await list.getByRole("button", { name: "OK", exact: true }).click();
  const fork = await until("the fork to be saved", () => vscode.filesBelow(".handoff/sessions").find((file) => vscode.read(file).includes("Try a smaller legend")));
  await select(sessions, /Try a smaller legend/u);
  await act(sessions, "Owner…");
  await answer(vscode, "A person or an agent", "Noor");
  await vscode.fileBecomes(fork, (text) => text.includes('"Noor"'));

  await select(sessions, /Tide overlay, updated summary/u);
  await act(sessions, "Merge others into it…");
  await page.locator(".quick-input-widget .monaco-list-row").filter({ hasText: "Try a smaller legend" }).click();
  await page.locator(".quick-input-widget").getByRole("button", { name: "OK", exact: true }).click();
  const question = page.locator(".monaco-dialog-box");
  await question.getByText("The other session is closed.").waitFor();
  await question.getByRole("button", { name: "Merge", exact: true }).click();
  await until("the fork to be closed", () => vscode.filesBelow(".handoff/sessions").some((file) => file.endsWith(".closed.json") && vscode.read(file).includes("Try a smaller legend")));

  await select(sessions, /Tide overlay, updated summary/u);
  await act(sessions, "Close");
  await until("the session to be closed", () => !vscode.exists(active));
  expect(vscode.filesBelow(".handoff/sessions").filter((file) => file.endsWith(".active.json"))).toEqual([]);
  await vscode.close();
});
