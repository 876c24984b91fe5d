// The filter: its menu, its chips, the views, and what it marks in the cards.
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { BoardQuery } from "../../contract/board.ts";
import type { SavedView } from "../../contract/generated/protocol.ts";
import { cardFields } from "../state/cardFields.ts";
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
const shownItems = () => [...document.querySelectorAll("[popover] [role^=menuitem]")].map((item) => item.textContent);
const filters = () => board.asked.filter(([name]) => name === "view").map(([, query]) => (query as BoardQuery).filter);

async function openField(name: string): Promise<void> {
  await page.getByRole("button", { name: /^Filter/u }).first().click();
  await page.getByRole("menuitem", { name }).click();
}

describe("the menu", () => {
  it("has the fields, and in each how many tasks have each value", async () => {
    await open({ cards: [fakeCard("t1", "Sail", "todo", { assignee: "maya", priority: "high" }), fakeCard("t2", "Mast")] });
    await openField("Priority");
    await expect.poll(shownItems).toEqual(["High1", "Medium0", "Low0", "No priority1"]);
    await page.getByRole("button", { name: "All fields" }).click();
    await page.getByRole("menuitem", { name: "Assignee" }).click();
    await expect.poll(shownItems).toContain("Unassigned1");
  });

  it("a field of many values is searched; Enter chooses the first that is found", async () => {
    await open();
    await openField("Label");
    await expect.element(page.getByLabelText("Search in Label")).toHaveFocus();
    expect(shownItems()).toHaveLength(11);
    await userEvent.keyboard("EL 7{Enter}");
    expect(shownItems()).toEqual(["label 71"]);
    await expect.poll(() => filters().at(-1)).toEqual({ labels: ["label 7"] });
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("menuitemcheckbox", { name: "label 7" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await openField("Label");
    await userEvent.keyboard("nowhere");
    await expect.element(page.getByText("Nothing found")).toBeVisible();
  });

  it("the search without a field finds values of all fields, and all values of a field by its name", async () => {
    await open();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await expect.element(page.getByLabelText("Search in Filter")).toHaveFocus();
    await userEvent.keyboard("label 3{Enter}");
    await expect.poll(() => filters().at(-1)).toEqual({ labels: ["label 3"] });
    await userEvent.fill(page.getByLabelText("Search in Filter"), "prio");
    await expect.poll(shownItems).toEqual(["High0", "Medium0", "Low0", "No priority11"]);
  });

  it("arrow keys go into a field and back, and Escape returns to the button", async () => {
    await open();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowRight}");
    await expect.poll(() => document.activeElement?.textContent).toContain("Maya");
    await userEvent.keyboard("{ArrowLeft}");
    await expect.poll(() => document.activeElement?.textContent).toBe("Assignee");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: "Filter", exact: true })).toHaveFocus();
  });
});

describe("a chip", () => {
  it("names up to three values, and changes the condition", async () => {
    await open({ kept: { query: { filter: { statuses: ["todo", "in_progress"] } } } });
    await button("Status: To do, In progress").click();
    await page.getByRole("menuitemcheckbox", { name: "In progress" }).click();
    await expect.poll(() => filters().at(-1)).toEqual({ statuses: ["todo"] });
    await page.getByRole("menuitemcheckbox", { name: "Review" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Done" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Blocked" }).click();
    await expect.element(page.getByRole("group", { name: "Filter: Status: 4 selected" })).toBeVisible();
  });

  it("is removed by its cross", async () => {
    await open({ kept: { query: { filter: { statuses: ["todo"], overdue: true } } } });
    await button("Remove the filter Overdue").click();
    await expect.poll(() => filters().at(-1)).toEqual({ statuses: ["todo"] });
    await button("Remove the filter Status: To do").click();
    await expect.poll(() => filters().at(-1)).toEqual({});
    expect(document.querySelector(".filter-chip")).toBeNull();
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
    await expect.poll(() => marked("t3")).toEqual(["Task", "3", "3", "3"]);
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

describe("views", () => {
  const savedViews: SavedView[] = [
    { name: "First label", filter: { labels: ["label 0"] } },
    { name: "By person", filter: {}, displays: { board: { lanes: "assignee", sort: "due", leavesOnly: true } } },
    { name: "Of somebody who left", filter: { assignees: ["noa"], labels: ["gone"] } },
  ];
  const pressed = () => [...document.querySelectorAll(".view-tab[aria-pressed=true]")].map((tab) => tab.textContent);

  it("are tabs, which show their filter and what they display", async () => {
    await open({ savedViews });
    expect(pressed()).toEqual(["All tasks"]);
    await button("First label").click();
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { filter: { labels: ["label 0"] }, sort: "manual" }]);
    await expect.poll(pressed).toEqual(["First label"]);
    await button("By person").click();
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { filter: {}, sort: "due", leavesOnly: true }]);
    await expect.element(button("Lanes: Assignee")).toBeVisible();
    await expect.poll(pressed).toEqual(["By person"]);
    await button("All tasks").click();
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { filter: {}, sort: "due" }]);
  });

  it("of the project stand beside those of the person, with a mark, and follow the file", async () => {
    const late: SavedView = { name: "Late", filter: { overdue: true } };
    const sharedViews = [late];
    await open({ savedViews: [{ name: "Late", filter: { labels: ["label 0"] } }, { name: "Mine", filter: { labels: ["label 1"] } }], sharedViews });
    const tabs = () => [...document.querySelectorAll<HTMLElement>(".view-tab")].map((tab) => [tab.textContent, tab.querySelector(".codicon-organization") !== null, tab.title]);
    const [all, own, mine] = [["All tasks", false, ""], ["Late", false, "Late"], ["Mine", false, "Mine"]];
    expect(tabs()).toEqual([all, own, ["Late", true, "Late (view of the project)"], mine]);
    await button("Late (view of the project)").click();
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { filter: { overdue: true } }]);
    expect(document.querySelector<HTMLElement>(".view-tab[aria-pressed=true]")?.title).toBe("Late (view of the project)");
    sharedViews.splice(0, 1, { ...late, name: "Overdue" });
    board.change((tasks) => tasks);
    await expect.poll(() => tabs().map(([name]) => name)).toEqual(["All tasks", "Late", "Mine", "Overdue"]);
    sharedViews.pop();
    board.change((tasks) => tasks);
    await expect.poll(tabs).toEqual([all, own, mine]);
  });

  it("have the fields of cards, which an older view leaves as they are", async () => {
    const bare = { lanes: "none", sort: "manual", leavesOnly: true };
    const plain: SavedView = { name: "Bare cards", filter: { labels: ["label 1"] }, displays: { board: { ...bare, cardFields: ["id", "labels"], shape: "round" } } };
    await open({ savedViews: [plain, { name: "Older", filter: { labels: ["label 2"] }, displays: { board: bare } }] });
    const fields = () => page.getByRole("menuitemcheckbox", { checked: true }).elements().map((item) => item.textContent);
    for (const name of ["Bare cards", "Older"]) {
      await button(name).click();
      await expect.poll(pressed).toEqual([name]);
      await button("Display").click();
      expect(fields()).toEqual(["ID", "Labels"]);
      await userEvent.keyboard("{Escape}");
    }
    await button("Bare cards").click();
    await button("Display").click();
    await page.getByRole("menuitemcheckbox", { name: "Labels" }).click();
    await expect.poll(pressed).toEqual([]);
  });

  it("are saved and managed with what is displayed", async () => {
    await open();
    const display = { lanes: "none", sort: "manual", leavesOnly: false, cardFields };
    await button("Display").click();
    await page.getByRole("menuitem", { name: "Save View…" }).click();
    await expect.poll(() => board.asked.at(-1)).toEqual(["saveView", { filter: {}, display }]);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Overdue" }).click();
    await userEvent.keyboard("{Escape}");
    await button("Save View…").click();
    await expect.poll(() => board.asked.at(-1)).toEqual(["saveView", { filter: { overdue: true }, display }]);
    board.host.tell("savedViews", [{ name: "Late", filter: { overdue: true } }]);
    await expect.poll(pressed).toEqual(["Late"]);
    expect(button("Save View…").query()).toBeNull();
    await button("Display").click();
    await page.getByRole("menuitem", { name: "Manage Views…" }).click();
    await expect.poll(() => board.asked.at(-1)).toEqual(["manageViews", { filter: { overdue: true }, display }]);
  });

  it("names that the project does not have are told, and can be unchecked", async () => {
    await open({ savedViews });
    await button("Of somebody who left").click();
    await expect.element(page.getByText("Not in this project: noa, gone")).toBeVisible();
    await button("Assignee: noa").click();
    await page.getByRole("menuitemcheckbox", { name: "noa" }).click();
    await expect.element(page.getByText("Not in this project: gone")).toBeVisible();
    await button("Remove the filter Label: gone").click();
    await expect.poll(() => document.querySelector(".filter-absent")).toBeNull();
  });
});
