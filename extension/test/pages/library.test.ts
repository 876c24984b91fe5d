// The library with the engine: search, a memory that is edited, and a referral with another status.
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../../../webviews/library/library.css";
import { mountLibrary } from "../../../webviews/library/page.tsx";
import { openReferral, rowMemory, writeLibrary } from "../e2e/pages/libraryFiles.ts";
import { until } from "../harness/until.ts";
import { Extension, gone, shown } from "./enginePage.ts";

const acknowledged = openReferral.replace(".open.", ".acknowledged.");

let extension: Extension;
beforeEach(async () => {
  extension = await Extension.start({ prepare: writeLibrary });
  await extension.show("handoff.showLibrary", mountLibrary);
});
afterEach(() => extension.close());

const list = (name: string) => page.getByRole("list", { name: `${name}, newest first`, exact: true });
const search = page.getByRole("textbox", { name: "Search the library", exact: true });
const record = (name: string) => page.getByRole("article", { name, exact: true });
const openTab = (name: string) => page.getByRole("tab", { name, exact: true }).click();

test("each tab lists its records, and a search covers all tabs", async () => {
  const memories = list("Memories").getByRole("button");
  await shown(record("Tide chart is empty between 12:00 and 15:00").getByText("Mark gaps in the chart"));
  await search.click();
  await userEvent.keyboard("midnight");
  await shown(page.getByText("No entry here contains all of these words."));
  await openTab("Memories (3)");
  await until("one memory to match", () => memories.elements().length === 1);
  expect((await shown(record("The feed repeats its last row at midnight."))).textContent).toContain("Skip a row whose time is known already");
  await search.click();
  await userEvent.keyboard("{Escape}");
  await until("all memories to be listed", () => memories.elements().length === 3);
});

test("a memory is edited in its file", async () => {
  await openTab("Memories (3)");
  await list("Memories").getByRole("button", { name: /The feed repeats its last row/u }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = page.getByRole("textbox", { name: "Text of the memory", exact: true });
  await until("the text to have the focus", () => text.query() === document.activeElement);
  await userEvent.keyboard("{Control>}{End}{/Control} Log how many.{Control>}{Enter}{/Control}");
  const written = await extension.fileBecomes(rowMemory, (file) => file.includes("`src/tide.ts`. Log how many."));
  expect(JSON.parse(written)).toMatchObject({ kind: "gotcha", tags: ["feed", "parser"], scope_paths: ["src/tide.ts"], hit_count: 14 });
  await shown(record("The feed repeats its last row at midnight.").getByText("Log how many."));
  await gone(text);
});

test("a referral gets another status, which is undone", async () => {
  await openTab("Inbox (3)");
  await list("Inbox").getByRole("button", { name: /Tide chart is empty/u }).click();
  const before = extension.read(openReferral);
  const status = () => page.getByRole("combobox", { name: "Status", exact: true }).element() as HTMLSelectElement;
  status().focus();
  await userEvent.keyboard("a");
  expect(await extension.fileBecomes(acknowledged, (text) => text !== "")).toBe(before);
  expect(extension.exists(openReferral)).toBe(false);
  await until("the status to be shown", () => status().value === "acknowledged");
  await userEvent.keyboard("{Control>}z{/Control}");
  await extension.fileBecomes(openReferral, (text) => text === before);
  expect(extension.exists(acknowledged)).toBe(false);
  await until("the old status to be shown", () => status().value === "open");
});
