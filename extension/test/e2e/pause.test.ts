// While writing is paused, the status bar shows it, a change is refused with the reason, and one
// click resumes.
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { settledFiles } from "./pages/taskFiles.ts";
import { TreePage } from "./pages/treePage.ts";

const done = ".handoff/tasks/t5-performance-budget/_task.todo.json";
const sentence = "Writing is paused: Release today. Delete .handoff/PAUSE (or run `handoff resume`) to continue.";

test("a paused project refuses keys and drops until it is resumed", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", alone: true, size: { width: 1300, height: 700 } });
  const { page } = vscode;
  const tree = await TreePage.open(vscode);
  const before = await settledFiles(vscode);
  const item: Locator = page.locator(".statusbar-item").filter({ hasText: "Handoff paused" });
  expect(await item.count()).toBe(0);

  await vscode.runCommand("Handoff: Pause Writing…");
  const input = page.locator(".quick-input-widget input.input");
  await until("the reason to be asked for", async () => (await input.inputValue()) === "");
  await page.locator(".quick-input-widget").getByText("The reason, shown with each refused change").waitFor();
  await page.keyboard.type("Release today");
  await page.keyboard.press("Enter");
  expect(await vscode.fileBecomes(".handoff/PAUSE", (text) => text !== "")).toBe("Release today\n");
  await item.and(page.locator(".warning-kind")).waitFor();
  expect(await item.locator("a").getAttribute("aria-label")).toContain(sentence);

  await tree.focus("Performance budget");
  await page.keyboard.press("Alt+ArrowUp");
  const refusal = vscode.notification(sentence);
  await refusal.waitFor();
  expect(await settledFiles(vscode)).toEqual(before);
  await refusal.getByRole("button", { name: "Clear Notification" }).click();

  const board = await BoardPage.open(vscode);
  await board.card("t5").click();
  await page.keyboard.press("Space");
  await board.card("t5").and(board.frame.locator(".carried")).waitFor();
  for (const key of ["ArrowRight", "Space"]) await page.keyboard.press(key);
  await board.toast.or(board.frame.locator(".card.refused")).getByText(sentence).first().waitFor();
  await board.inColumn("todo", "t5").waitFor();
  expect(await settledFiles(vscode)).toEqual(before);

  // A pause that another program ends and begins is followed.
  vscode.remove(".handoff/PAUSE");
  await item.waitFor({ state: "detached" });
  vscode.write(".handoff/PAUSE", "");
  await item.waitFor();
  await item.click();
  await item.waitFor({ state: "detached" });
  expect(vscode.exists(".handoff/PAUSE")).toBe(false);
  await tree.focus("Performance budget");
  await page.keyboard.press("Alt+ArrowUp");
  await vscode.fileBecomes(done, (text) => text !== before[done]);
  await vscode.close();
});
