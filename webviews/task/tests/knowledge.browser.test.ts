// What other records say of the task.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { tideDecision, tideKnowledge } from "../testing/tideKnowledge.ts";
import { parseFeed } from "../testing/tideAtlas.ts";

test("decisions, pointers, sessions, memories and documents lead to what they name", async () => {
  const host = await openTask(taskHost(parseFeed, { known: tideKnowledge }));
  await expect.element(page.getByText("Parse rows lazily (t1.2.2)", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Superseded by “Parse rows lazily (t1.2.2)”")).toBeVisible();
  for (const name of ["src/feed/parse.rs:20-48", "Parser of the feed: rows and errors", "The feed of t1.2.2 repeats rows after midnight", "潮位データの形式"]) {
    await page.getByRole("button", { name, exact: true }).click();
  }
  await expect
    .poll(() => host.asked)
    .toEqual([
      { name: "openPointer", body: { path: "src/feed/parse.rs", lines: "20-48" } },
      { name: "openSession", body: "s-1" },
      { name: "openRecord", body: "memory/mem-1.json" },
      { name: "openRecord", body: "docs/_doc.feed.md" },
    ]);
});

test("five records are shown at first, and nothing without records", async () => {
  const entries = Array.from({ length: 7 }, (_, index) => ({ ...tideDecision, id: `e-${index}`, text: `Decision ${index} of t1.2.2` }));
  const host = await openTask(taskHost(parseFeed, { known: { entries } }));
  await expect.element(page.getByText("Decision 4 of t1.2.2", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Decision 5 of t1.2.2", { exact: true })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Show all 7", exact: true }).click();
  await expect.element(page.getByText("Decision 6 of t1.2.2", { exact: true })).toBeVisible();
  host.know({ entries: [] });
  await expect.element(page.getByRole("heading", { name: "Decisions, notes and pointers" })).not.toBeInTheDocument();
});

test("requirements show their state and lead to their documents", async () => {
  const host = await openTask(taskHost(parseFeed));
  await expect.element(page.getByText("in progress · implemented by this task", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "REQ-1 A row for each hour", exact: true }).click();
  await expect.poll(() => host.asked.at(-1)).toEqual({ name: "openRecord", body: "docs/_doc.feed-parser-spec.md" });
});
