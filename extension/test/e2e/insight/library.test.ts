// The library in VSCode: search, a memory that is edited, a referral with another status, a
// document, and what another program adds meanwhile.
import type { Frame } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { Vscode } from "../../harness/vscode.ts";
import { feedSpecification, memoryText, openReferral, rowMemory, writeLibrary } from "../pages/libraryFiles.ts";

const acknowledged = openReferral.replace(".open.", ".acknowledged.");

let vscode: Vscode;
let library: Frame;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", alone: true, prepare: writeLibrary });
  await vscode.runCommand("Handoff: Show Library");
  library = await vscode.webview("library");
});

const list = (name: string) => library.getByRole("list", { name: `${name}, newest first`, exact: true });
const search = () => library.getByRole("textbox", { name: "Search the library", exact: true });
const record = (name: string) => library.getByRole("article", { name, exact: true });

test("each tab lists its records, and a search covers all tabs", async () => {
  await record("Tide chart is empty between 12:00 and 15:00").getByText("Mark gaps in the chart").waitFor();
  await search().click();
  await vscode.page.keyboard.type("midnight");
  await library.getByText("No entry here contains all of these words.").waitFor();
  await library.getByRole("tab", { name: "Memories (3)", exact: true }).click();
  await expect.poll(() => list("Memories").getByRole("button").count()).toBe(1);
  await record("The feed repeats its last row at midnight.").waitFor();
  await search().click();
  await vscode.page.keyboard.press("Escape");
  await expect.poll(() => list("Memories").getByRole("button").count()).toBe(3);
});

test("a memory is edited in its file", async () => {
  await library.getByRole("tab", { name: "Memories (3)", exact: true }).click();
  await list("Memories").getByRole("button", { name: /The feed repeats its last row/u }).click();
  await library.getByRole("button", { name: "Edit", exact: true }).click();
  const text = library.getByRole("textbox", { name: "Text of the memory", exact: true });
  await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true);
  await vscode.page.keyboard.press("Control+End");
  await vscode.page.keyboard.type(" Log how many.");
  await vscode.page.keyboard.press("Control+Enter");
  const written = await vscode.fileBecomes(rowMemory, (file) => file.includes("`src/tide.ts`. Log how many."));
  expect(JSON.parse(written)).toMatchObject({ kind: "gotcha", tags: ["feed", "parser"], scope_paths: ["src/tide.ts"], hit_count: 14 });
  await record("The feed repeats its last row at midnight.").getByText("Log how many.").waitFor();
  await text.waitFor({ state: "detached" });
});

test("a referral gets another status, which is undone", async () => {
  await library.getByRole("tab", { name: "Inbox (3)", exact: true }).click();
  await list("Inbox").getByRole("button", { name: /Tide chart is empty/u }).click();
  const before = vscode.read(openReferral);
  const status = library.getByRole("combobox", { name: "Status", exact: true });
  await status.focus();
  await vscode.page.keyboard.press("a");
  expect(await vscode.fileBecomes(acknowledged, (text) => text !== "")).toBe(before);
  expect(vscode.exists(openReferral)).toBe(false);
  await expect.poll(() => status.inputValue()).toBe("acknowledged");
  await vscode.page.keyboard.press("Control+z");
  await vscode.fileBecomes(openReferral, (text) => text === before);
  expect(vscode.exists(acknowledged)).toBe(false);
  await expect.poll(() => status.inputValue()).toBe("open");
});

test("a memory that another program adds appears", async () => {
  await library.getByRole("tab", { name: "Memories (3)", exact: true }).click();
  await record("The feed repeats its last row at midnight.").waitFor();
  const added = ".handoff/memory/m-20261123-080000-000001.json";
  vscode.write(added, memoryText(added, "Run the migrations before the tests.", { kind: "rule", created_at: "2026-11-23T08:00:00.000001000+00:00" }));
  await library.getByRole("tab", { name: "Memories (4)", exact: true }).waitFor();
  await list("Memories").getByRole("button").first().getByText("Run the migrations before the tests.").waitFor();
  // The record that is being read stays.
  expect(await record("The feed repeats its last row at midnight.").count()).toBe(1);
});

test("a document leads to its file and its task", async () => {
  await library.getByRole("tab", { name: "Documents (3)", exact: true }).click();
  const document = record("Format of the tide feed");
  await document.getByText("2 of 3 verified").waitFor();
  await document.getByRole("button", { name: "Open the file", exact: true }).click();
  const tab = vscode.page.getByRole("tab", { name: /^_doc\.tide-feed-format\.md/u });
  await tab.waitFor();
  await vscode.page.locator(".monaco-editor .view-line").filter({ hasText: "doc-20261120-101512-220713" }).waitFor();
  expect(vscode.exists(feedSpecification)).toBe(true);
  await vscode.runCommand("Handoff: Show Library");
  library = await vscode.webview("library");
  await record("Format of the tide feed").getByRole("button", { name: /Parse feed → normalised rows/u }).click();
  const task = await vscode.webview("task");
  await expect.poll(() => task.getByLabel("Title", { exact: true }).inputValue()).toBe("Parse feed → normalised rows");
});
