// Pages about a project in VSCode, in one window: what a task's page, the library, the settings and the time page do with
// files, editors and other pages. What concerns a page alone is in extension/test/pages.
import { beforeAll, expect, test } from "vitest";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";
import { BoardPage } from "../pages/boardPage.ts";
import { feedSpecification, memoryText, writeLibrary } from "../pages/libraryFiles.ts";
import { writeTime } from "../pages/timeFiles.ts";

const config = ".handoff/config.toml";
const comment = "# Agreed with the harbour office";

/** Notes beside a person's settings. */
function writeComment(project: Vscode): void {
  project.write(config, project.read(config).replace("[assignees.maya]", `${comment}\n[assignees.maya]`));
}

let vscode: Vscode;
beforeAll(async () => {
  const prepare = (opened: Vscode): void => {
    writeTime(opened);
    writeComment(opened);
  };
  vscode = await Vscode.open({ example: "tide-atlas", alone: true, timeZone: "Etc/UTC", size: { width: 1300, height: 900 }, prepare });
  await vscode.openTree();
});

test("the page of a task shows its sessions and memories, also those that are added meanwhile", async () => {
  const board = await BoardPage.open(vscode);
  await board.card("t1.2.2").focus();
  await vscode.page.keyboard.press("Enter");
  const task = await vscode.webview("task");
  await task.getByRole("heading", { name: /^Sessions/u }).waitFor();

  const memory = JSON.parse(vscode.read(".handoff/memory/m-20261121-025727-398154.json")) as object;
  const added = { ...memory, id: "m-20261122-090000-000001", text: "Rows of t1.2.2 repeat at midnight" };
  vscode.write(`.handoff/memory/${added.id}.json`, JSON.stringify(added));
  await task.getByRole("button", { name: added.text }).click();
  await vscode.page.locator(".tabs-container .tab.active").filter({ hasText: `${added.id}.json` }).waitFor();

  await vscode.page.locator(".tabs-container .tab").filter({ hasText: "Parse feed" }).click();
  await (await vscode.webview("task")).getByRole("button", { name: "Tide overlay, updated summary" }).click();
  const sessions = await vscode.webview("sessions");
  await sessions.getByRole("heading", { name: "Tide overlay, updated summary" }).waitFor();
  expect(await sessions.getByRole("list", { name: "Sessions, newest first" }).getByRole("button").count()).toBeGreaterThan(1);
});

test("in the library a memory that another program adds appears, and a document leads to its file and its task", async () => {
  writeLibrary(vscode);
  await vscode.runCommand("Handoff: Show Library");
  let library = await vscode.webview("library");
  const record = (name: string) => library.getByRole("article", { name, exact: true });
  const memories = library.getByRole("list", { name: "Memories, newest first", exact: true });
  await library.getByRole("tab", { name: "Memories (3)", exact: true }).click();
  await memories.getByRole("button", { name: /The feed repeats its last row/u }).click();
  await record("The feed repeats its last row at midnight.").waitFor();
  const added = ".handoff/memory/m-20261123-080000-000001.json";
  vscode.write(added, memoryText(added, "Run the migrations before the tests.", { kind: "rule", created_at: "2026-11-23T08:00:00.000001000+00:00" }));
  await library.getByRole("tab", { name: "Memories (4)", exact: true }).waitFor();
  await memories.getByRole("button").first().getByText("Run the migrations before the tests.").waitFor();
  // The record that is being read stays.
  expect(await record("The feed repeats its last row at midnight.").count()).toBe(1);

  await library.getByRole("tab", { name: "Documents (3)", exact: true }).click();
  const document = record("Format of the tide feed");
  await document.getByText("2 of 3 verified").waitFor();
  await document.getByRole("button", { name: "Open the file", exact: true }).click();
  await vscode.page.getByRole("tab", { name: /^_doc\.tide-feed-format\.md/u }).waitFor();
  await vscode.page.locator(".monaco-editor .view-line").filter({ hasText: "doc-20261120-101512-220713" }).waitFor();
  expect(vscode.exists(feedSpecification)).toBe(true);
  await vscode.runCommand("Handoff: Show Library");
  library = await vscode.webview("library");
  await record("Format of the tide feed").getByRole("button", { name: /Parse feed → normalised rows/u }).click();
  const task = await vscode.webview("task");
  await expect.poll(() => task.getByLabel("Title", { exact: true }).inputValue()).toBe("Parse feed → normalised rows");
});

test("a person's hours are written beside a comment in the settings, and undone", async () => {
  await vscode.runCommand("Handoff: Open Project Settings");
  const settings = await vscode.webview("settings");
  const before = vscode.read(config);
  await settings.locator("summary").filter({ hasText: "maya" }).click();
  await settings.locator(".setting-entry").filter({ hasText: "maya" }).getByRole("textbox", { name: "Hours per day", exact: true }).fill("4.5");
  await vscode.page.keyboard.press("Enter");
  const written = await vscode.fileBecomes(config, (text) => text.includes("work_hours_per_day = 4.5"));
  expect(written).toContain(comment);
  await settings.getByRole("button", { name: "Undo", exact: true }).click();
  expect(await vscode.fileBecomes(config, (text) => !text.includes("4.5"))).toBe(before);
});

test("the time entries of a week are listed, and a timer is resumed and stopped", async () => {
  await vscode.runCommand("Handoff: Open Time");
  const time = await vscode.webview("time");
  await time.getByRole("button", { name: "Previous week ([)" }).click();
  await time.getByRole("table").getByRole("button", { name: "t5 Performance budget", exact: true }).waitFor();

  const timers = (): string => vscode.read(".handoff/timer/state.json");
  await time.getByRole("button", { name: "Resume the timer of t1.2.2" }).click();
  await until("the timer to run", () => timers().includes('"tracking"'));
  await time.getByRole("button", { name: "Stop the timer of t1.2.2" }).click();
  await until("the timer to be stopped", () => !timers().includes('"t1.2.2"'));
  expect(await time.locator(".toast.problem").count()).toBe(0);
});
