// The menus of the filter, and what it marks in the cards.
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cardOf, hasCard, openBoard } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";

let board: BoardPage;
afterEach(() => board.close());

/** One card for each of ten labels, and two with the first of them. */
const cards = Array.from({ length: 11 }, (_, at) => fakeCard(`t${at}`, `Task ${at}`, "todo", { labels: [`label ${at % 10}`] }));

async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards, ...more });
  await expect.poll(() => hasCard("t1")).toBe(true);
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const shownItems = () => [...document.querySelectorAll("[popover] .menu-item")].map((item) => item.textContent);

describe("a menu", () => {
  it("shows how many tasks have each value", async () => {
    await open({ cards: [fakeCard("t1", "Sail", "todo", { assignee: "maya", priority: "high" }), fakeCard("t2", "Mast")] });
    await button("Priority").click();
    await expect.poll(shownItems).toEqual(["High1", "Medium0", "Low0", "No priority1"]);
    await userEvent.keyboard("{Escape}");
    await button("Assignee").click();
    await expect.poll(shownItems).toContain("Unassigned1");
  });

  it("of many values is searched; Enter chooses the first that is found", async () => {
    await open();
    await button("Label").click();
    await expect.element(page.getByLabelText("Search in Label")).toHaveFocus();
    expect(shownItems()).toHaveLength(11);
    await userEvent.keyboard("EL 7{Enter}");
    expect(shownItems()).toEqual(["label 71"]);
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { filter: { labels: ["label 7"] } }]);
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("menuitemcheckbox", { name: "label 7" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await button("Label: 1 selected").click();
    await userEvent.keyboard("nowhere");
    await expect.element(page.getByText("Nothing found")).toBeVisible();
  });

  it("of few values has no search", async () => {
    await open();
    await button("Priority").click();
    await expect.poll(shownItems).toHaveLength(4);
    expect(document.querySelector(".menu-search")).toBeNull();
  });
});

it("is counted against the cards that the board has without it", async () => {
  const family = [fakeCard("p", "Parent", "todo", { subtasks: { done: 0, total: 2 } }), fakeCard("t1", "Sail"), fakeCard("t2", "Mast")];
  await open({ cards: family, kept: { query: { filter: {}, leavesOnly: true } } });
  await page.viewport(1600, 800);
  const count = (): string | undefined => document.querySelector(".filter-count")?.textContent;
  await expect.poll(count).toBe("2 tasks");
  await userEvent.type(page.getByLabelText("Filter by text"), "sail");
  await expect.poll(count).toBe("1 of 2 tasks");
});

it("and another order begin at the top of each column", async () => {
  const many = Array.from({ length: 40 }, (_, at) => fakeCard(`t${at}`, `Task ${at}`, "todo"));
  await open({ cards: many });
  const list = document.querySelector<HTMLElement>('[data-scroll="todo"]');
  const top = (): number | undefined => list?.scrollTop;
  await expect.poll(() => hasCard("t39")).toBe(true);
  list?.scrollTo({ top: 900, behavior: "instant" });
  await userEvent.type(page.getByLabelText("Filter by text"), "task");
  await expect.poll(top).toBe(0);
  list?.scrollTo({ top: 900, behavior: "instant" });
  board.host.tell("filter", { filter: {}, sort: "due", leavesOnly: false, unlimited: [] });
  await expect.poll(top).toBe(0);
});

describe("in the cards", () => {
  const marked = (id: string) => [...cardOf(id).querySelectorAll("mark")].map(({ textContent }) => textContent);

  it("words of the filter are marked, and no longer when it is cleared", async () => {
    await open();
    await userEvent.type(page.getByLabelText("Filter by text"), "task 3");
    await expect.poll(() => marked("t3")).toEqual(["3", "Task", "3", "3"]);
    await button("Clear filter").click();
    await expect.poll(() => hasCard("t1")).toBe(true);
    expect(document.querySelector("mark")).toBeNull();
  });

  it("a match in the notes is said", async () => {
    await open({ cards: [fakeCard("t1", "Sail", "todo", { foundInNotes: true })] });
    await expect.element(cardOf("t1")).toHaveTextContent("found in notes or paths");
    expect(cardOf("t1").getAttribute("aria-label")).toContain("found in notes or paths");
  });
});

describe("saved filters", () => {
  const savedFilters = [
    { name: "First label", filter: { labels: ["label 0"] } },
    { name: "Of somebody who left", filter: { assignees: ["noa"], labels: ["gone"] } },
  ];
  const choose = async (name: string): Promise<void> => {
    await button("Saved filters").click();
    await page.getByRole("menuitemradio", { name }).click();
  };

  it("are offered, applied and marked", async () => {
    await open({ savedFilters });
    await choose("First label");
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { filter: { labels: ["label 0"] } }]);
    await button("Saved filters").click();
    await expect.element(page.getByRole("menuitemradio", { name: "First label" })).toHaveAttribute("aria-checked", "true");
  });

  it("the menu has nothing to offer without a filter, and then saves one and follows changes", async () => {
    await open();
    expect(button("Saved filters").query()).toBeNull();
    await button("Overdue tasks only").click();
    await button("Saved filters").click();
    await expect.poll(shownItems).toEqual(["Save Filter As…"]);
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => board.asked.at(-1)).toEqual(["saveFilter", { overdue: true }]);
    board.host.tell("savedFilters", [{ name: "Late", filter: { overdue: true } }]);
    await button("Saved filters").click();
    await expect.poll(shownItems).toEqual(["Late", "Save Filter As…", "Manage Saved Filters…"]);
    await page.getByRole("menuitem", { name: "Manage Saved Filters…" }).click();
    await expect.poll(() => board.asked.at(-1)).toEqual(["manageFilters", { overdue: true }]);
  });

  it("names that the project does not have are told, and can be unchecked", async () => {
    await open({ savedFilters });
    await choose("Of somebody who left");
    await expect.element(page.getByText("Not in this project: noa, gone")).toBeVisible();
    await button("Assignee: 1 selected").click();
    await page.getByRole("menuitemcheckbox", { name: "noa" }).click();
    await expect.element(page.getByText("Not in this project: gone")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await button("Label: 1 selected").click();
    await userEvent.keyboard("gone{Enter}{Escape}");
    await expect.poll(() => document.querySelector(".filter-absent")).toBeNull();
  });
});
