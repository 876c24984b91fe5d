// The settings page in VSCode: a person's hours are written to the file beside a comment, undone,
// and refused; another program changes the file while somebody types; a person gets another name.
import type { Frame } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { Vscode } from "../../harness/vscode.ts";

const file = ".handoff/config.toml";
const comment = "# Agreed with the harbour office";

let vscode: Vscode;
let settings: Frame;
beforeAll(async () => {
  vscode = await Vscode.open({
    example: "tide-atlas",
    alone: true,
    prepare: (window) => window.write(file, window.read(file).replace("[assignees.maya]", `${comment}\n[assignees.maya]`)),
  });
  await vscode.runCommand("Handoff: Open Project Settings");
  settings = await vscode.webview("settings");
});

const hours = () => settings.locator(".setting-entry").filter({ hasText: "maya" }).getByRole("textbox", { name: "Hours per day", exact: true });

test("a person's hours are written beside a comment, and undone", async () => {
  const before = vscode.read(file);
  await settings.locator("summary").filter({ hasText: "maya" }).click();
  await hours().fill("4.5");
  await vscode.page.keyboard.press("Enter");
  const written = await vscode.fileBecomes(file, (text) => text.includes("work_hours_per_day = 4.5"));
  expect(written).toContain(comment);
  await settings.getByRole("button", { name: "Undo", exact: true }).click();
  expect(await vscode.fileBecomes(file, (text) => !text.includes("4.5"))).toBe(before);
});

test("a refused value stays in its field with the reason", async () => {
  await hours().fill("99");
  await vscode.page.keyboard.press("Enter");
  await settings.getByRole("alert").filter({ hasText: "work_hours_per_day" }).waitFor();
  await vscode.page.keyboard.press("Escape");
  await expect.poll(() => settings.getByRole("alert").count()).toBe(0);
});

test("what is typed survives a change by another program", async () => {
  await hours().fill("7");
  vscode.write(file, vscode.read(file).replace(`${comment}\n[assignees.maya]`, `${comment}\n[assignees.maya]\nwork_hours_per_day = 3.5`).replace("work_hours_per_day = 6.0\n", ""));
  await settings.getByText("The value in the file is now “3.5”.").waitFor();
  expect(await hours().inputValue()).toBe("7");
  await settings.getByRole("button", { name: "Keep mine", exact: true }).click();
  expect(await vscode.fileBecomes(file, (text) => /\[assignees\.maya\][^[]*work_hours_per_day = 7/u.test(text))).toContain(comment);
});

test("a new name of a person is set in the file and in the tasks, and undone", async () => {
  const task = ".handoff/tasks/t1-platform-foundation/_task.in_progress.json";
  const before = vscode.read(file);
  await settings.getByRole("textbox", { name: "Short name", exact: true }).fill("mai");
  await vscode.page.keyboard.press("Enter");
  expect(await vscode.fileBecomes(file, (text) => text.includes("[assignees.mai]"))).toContain(`${comment}\n[assignees.mai]`);
  expect(await vscode.fileBecomes(task, (text) => text.includes('"mai"'))).not.toContain('"maya"');
  await settings.locator("summary").filter({ hasText: "mai" }).and(settings.locator(":focus")).waitFor();
  await vscode.page.keyboard.press("Control+z");
  expect(await vscode.fileBecomes(file, (text) => text.includes("[assignees.maya]"))).toBe(before);
  await vscode.fileBecomes(task, (text) => text.includes('"maya"'));
});
