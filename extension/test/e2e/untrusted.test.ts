// In an untrusted workspace everything is shown, nothing is written, and each surface gives the
// reason.
import { expect, test } from "vitest";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { taskFiles } from "./pages/taskFiles.ts";

test("an untrusted project is read-only", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", trusted: false, size: { width: 1500, height: 700 } });
  const { page } = vscode;
  const before = taskFiles(vscode);
  await vscode.openTree();
  await page.locator(".sidebar").getByText("Restricted Mode: tasks are read-only.").waitFor();
  const board = await BoardPage.open(vscode, "Tide Atlas");
  await board.frame.getByRole("note").getByText("not trusted").waitFor();
  expect(await board.frame.getByRole("button", { name: "Add task" }).count()).toBe(0);
  await board.card("t2.1").click();
  await page.keyboard.press("Space");
  await board.card("t2.1").and(board.frame.locator(".carried")).waitFor();
  for (const key of ["ArrowRight", "Space"]) await page.keyboard.press(key);
  await board.inColumn("in_progress", "t2.1").waitFor();
  await page.keyboard.press("F2");
  await board.toast.getByText("not trusted").waitFor();
  await page.keyboard.press("Enter");
  const editor = await vscode.webview("task");
  await editor.getByRole("note").getByText("not trusted").waitFor();
  await page.locator('.statusbar-item [aria-label^="Timers are off because this workspace is not trusted"]').waitFor();
  // The command is about the task of the page.
  await vscode.runCommand("Handoff: Start Timer");
  await vscode.notification("not trusted").waitFor();
  expect(taskFiles(vscode)).toEqual(before);
  await vscode.close();
});
