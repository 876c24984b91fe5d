// The toolbar takes one row in a narrow editor, and never more than two.
import { afterEach, expect, it } from "vitest";
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

it.each([
  ["as it is at first", {}],
  ["as it is at first, in Japanese", inJapanese],
  ["with a filter, lanes and an order", narrowed],
  ["with a filter, lanes and an order, in Japanese", { ...inJapanese, ...narrowed }],
] as [string, Partial<FakeOptions>][])("%s", async (_, more) => {
  await open(more);
  for (const [width, expected] of [[1400, 1], [1200, 1], [1040, 1], [900, 1], [720, 1], [400, 2]] as const) {
    await page.viewport(width, 600);
    await expect.poll(() => toolbarRows(".toolbar"), { message: `at ${width} pixels` }).toEqual({ rows: expected, fits: true });
  }
});

it("texts return as soon as there is room", async () => {
  await open(narrowed);
  const words = (): string => document.querySelector<HTMLElement>(".toolbar")?.innerText ?? "";
  await page.viewport(720, 600);
  await expect.poll(words).not.toContain("Milestone");
  await page.viewport(1400, 600);
  await expect.poll(words).toContain("Sort: Due date");
  expect(words()).toContain("Milestone");
});

it("a button with only an icon has a name and a tooltip", async () => {
  await open(narrowed);
  await page.viewport(700, 600);
  const buttons = [...document.querySelectorAll<HTMLElement>(".toolbar .button")].filter((button) => button.checkVisibility());
  await expect.poll(() => buttons.map(({ innerText }) => innerText.trim()).filter((text) => /[a-z]/iu.test(text))).toEqual([]);
  const said = buttons.map((button) => [button.title, button.getAttribute("aria-label")]);
  expect(said).toEqual(said.map(([title]) => [title, title]));
  expect(said.map(([title]) => title)).toEqual(
    expect.arrayContaining(["Status: 2 selected", "Milestone", "Clear filter", "Lanes: Assignee", "Sort: Due date"]),
  );
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
