// The toolbar keeps its words, and its order at every width.
import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { toolbarRows } from "../../shared/testing/toolbarRows.ts";
import { openBoard } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { tideAtlasCards } from "../testing/tideAtlas.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";

let board: BoardPage;
afterEach(() => board.close());

async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards: tideAtlasCards, ...more });
  await expect.poll(() => document.querySelector(".toolbar")).not.toBeNull();
}

const inJapanese = { locale: "ja", strings: japanese };
const narrowed = { kept: { laneKind: "assignee", query: { filter: { statuses: ["todo", "done"], text: "a" }, sort: "due" } } };
const toolbarButtons = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".tools .button")].filter((button) => button.checkVisibility());

describe.each([
  ["as it is at first", {}],
  ["as it is at first, in Japanese", inJapanese],
  ["with a filter, lanes and an order", narrowed],
  ["with a filter, lanes and an order, in Japanese", { ...inJapanese, ...narrowed }],
] as [string, Partial<FakeOptions>][])("%s", (_, more) => {
  it("every button has words, in one row down to 900 pixels", async () => {
    await open(more);
    for (const width of [1400, 900, 600, 400]) {
      await page.viewport(width, 600);
      await expect.poll(() => toolbarRows(".tools"), { message: `at ${width} pixels` }).toMatchObject({ fits: true, ...(width >= 900 && { rows: 1 }) });
      await expect.poll(() => toolbarRows(".filter-row").fits).toBe(true);
      expect(toolbarButtons().filter(({ innerText }) => innerText.trim() === "")).toEqual([]);
    }
  });
});

it("the words beside the filter stay where they are when a filter is chosen", async () => {
  await open();
  await page.viewport(900, 600);
  const before = toolbarButtons().map(({ innerText }) => innerText);
  expect(before).toEqual(["Filter", "Lanes: None", "Sort: Manual", "Display"]);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Overdue" }).click();
  await expect.element(page.getByRole("button", { name: "Remove the filter Overdue" })).toBeVisible();
  expect(toolbarButtons().map(({ innerText }) => innerText.replace("1 selected", "").trim())).toEqual(before);
});

it("leads to the other pages", async () => {
  await open();
  await page.viewport(1600, 800);
  await page.getByRole("button", { name: "Gantt Chart" }).click();
  expect(board.asked).toContainEqual(["openPage", "gantt"]);
});

it("shows a filter that was chosen on another page, and keeps it", async () => {
  await open();
  board.host.tell("filter", { filter: { statuses: ["review"] }, sort: "due", leavesOnly: true, unlimited: [] });
  const shown = () => [...document.querySelectorAll(".board [data-card]")].map((card) => card.closest("[data-status]")?.getAttribute("data-status"));
  await expect.poll(() => new Set(shown())).toEqual(new Set(["review"]));
  board.reload();
  await expect.poll(() => new Set(shown())).toEqual(new Set(["review"]));
});
