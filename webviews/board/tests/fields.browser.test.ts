// What cards show: the usual fields, chosen ones, and chips that filter.
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { BoardQuery } from "../../contract/board.ts";
import { cardOf, chosen, hasCard, openBoard } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import { usualFields } from "../state/cardFields.ts";

let board: BoardPage;
afterEach(() => board.close());

const full = {
  priority: "high" as const,
  assignee: "maya",
  labels: ["api", "ops"],
  milestone: "Open for guests",
  dueDate: "2026-11-20",
  overdue: true,
  criteria: { done: 1, total: 3 },
  subtasks: { done: 0, total: 2 },
  blockedBy: ["b"],
  parent: "p",
  parentTitle: "Harbour office",
};
const cards = [
  fakeCard("02.8", "Practise restoring the backup of every single night before the season", "todo", full),
  fakeCard("b", "Mast", "todo", { labels: ["ops"] }),
];

async function open(more: object = { cardFields: [...usualFields] }): Promise<void> {
  board = await openBoard({ cards, kept: more });
  await expect.poll(() => hasCard("b")).toBe(true);
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const facts = (id: string): string => cardOf(id).querySelector(".card-facts")?.textContent ?? "";

describe("cards", () => {
  it("have two or three lines at first, and everything in their name", async () => {
    await open();
    const line = Number.parseFloat(getComputedStyle(cardOf("b").querySelector(".card-title") ?? document.body).lineHeight);
    const lines = (id: string): number => (cardOf(id).querySelector(".card-title")?.clientHeight ?? 0) / line + (cardOf(id).querySelector(".card-facts")?.clientHeight ?? 0) / 26;
    expect([Math.round(lines("02.8")), Math.round(lines("b"))]).toEqual([3, 2]);
    expect(cardOf("02.8").getAttribute("aria-label")).toContain("1 of 3 done criteria");
  });

  it("show the chosen fields, also after a reload", async () => {
    await open();
    expect(facts("02.8")).not.toContain("api");
    await button("Display").click();
    for (const name of ["Labels", "Parent", "Due date"]) await page.getByRole("menuitemcheckbox", { name, exact: true }).click();
    await expect.poll(() => facts("02.8")).toContain("Harbour office");
    expect(facts("02.8")).toContain("apiops");
    expect(facts("02.8")).not.toContain("Nov");
    await userEvent.keyboard("{Escape}");
    board.reload();
    await expect.poll(() => hasCard("b") && facts("02.8")).toContain("apiops");
  });
});

describe("a click on a chip", () => {
  it.each([
    ["labels", "api", { labels: ["api"] }],
    ["assignees", "maya", { assignees: ["maya"] }],
    ["milestones", "Open for guests", { milestones: ["Open for guests"] }],
    ["priorities", "high", { priorities: ["high"] }],
    ["overdue", "", { overdue: true }],
  ])("of %s filters by it and selects nothing, and another one shows all again", async (field, value, filter) => {
    await open({});
    const chip = (): HTMLElement | null => cardOf("02.8").querySelector<HTMLElement>(`[data-chip="${field}"][data-value="${value}"]`);
    chip()?.click();
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { filter }]);
    expect(chosen()).toEqual([]);
    chip()?.click();
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { filter: {} }]);
  });
});

it("a double click on a chip opens its task and leaves the filter as it was", async () => {
  await open({});
  await userEvent.dblClick(cardOf("02.8").querySelector('[data-chip="labels"]') ?? document.body);
  await expect.poll(() => board.asked.at(-1)).toEqual(["openTask", "02.8"]);
  expect(board.asked.flatMap(([name, query]) => (name === "view" ? [(query as BoardQuery).filter] : []))).toEqual([{ labels: ["api"] }, {}]);
  await expect.poll(() => hasCard("b")).toBe(true);
  expect(document.querySelector(".filter-chip")).toBeNull();
});

it("a limited column says how many of its tasks are shown", async () => {
  board = await openBoard({ cards, limits: { todo: 5 } });
  const count = (): string | null | undefined => document.querySelector('[data-column="todo"] .count')?.getAttribute("title");
  await expect.poll(count).toBe("Tasks: 2, limit: 5");
  cardOf("02.8").querySelector<HTMLElement>('[data-value="api"]')?.click();
  await expect.poll(count).toBe("Tasks: 2, limit: 5, shown here: 1");
});
