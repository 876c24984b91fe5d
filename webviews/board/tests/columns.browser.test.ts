// Columns: their menu, what is collapsed and hidden, and what is beyond the edge.
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { middle, mouse } from "../../shared/testing/pointer.ts";
import { cardOf, cellOf, chosen, hasCard, openBoard } from "../testing/boardPage.ts";
import type { Card } from "../../contract/generated/protocol.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { manyCards } from "../testing/manyCards.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import { applyTheme } from "../../shared/testing/theme.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";

let board: BoardPage;
afterEach(() => board.close());

const cards = [
  fakeCard("t1", "Hull", "todo", { subtasks: { done: 0, total: 2 } }),
  fakeCard("t1.1", "Keel", "todo", { parent: "t1", parentTitle: "Hull" }),
  fakeCard("t1.2", "Ribs", "todo", { parent: "t1", parentTitle: "Hull" }),
  fakeCard("t2", "Mast", "in_progress"),
];

async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards, ...more });
  await expect.poll(() => hasCard("t2")).toBe(true);
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
const shown = (): (string | undefined)[] => [...document.querySelectorAll<HTMLElement>(".column-header")].map(({ dataset }) => dataset["column"]);
const folded = (): (string | undefined)[] => [...document.querySelectorAll<HTMLElement>(".column-header.folded")].map(({ dataset }) => dataset["column"]);

async function fromMenu(column: string, name: string): Promise<void> {
  await button(`Menu of column ${column}`).click();
  await item(name).click();
}

describe("the menu of a column", () => {
  it("selects all its cards", async () => {
    await open();
    await fromMenu("To do", "Select all cards");
    await expect.poll(chosen).toEqual(["t1", "t1.1", "t1.2"]);
  });

  it("orders the cards", async () => {
    await open();
    await button("Menu of column To do").click();
    await page.getByRole("menuitemradio", { name: "Due date" }).click();
    await expect.poll(() => board.asked.at(-1)).toMatchObject(["view", { sort: "due" }]);
  });

  it("hides the column, and the strip shows it again", async () => {
    await open();
    await fromMenu("Review", "Hide column");
    await expect.poll(shown).not.toContain("review");
    board.reload();
    await page.getByTitle("Show hidden column Review").click();
    await expect.poll(shown).toContain("review");
  });

  it("collapses the column", async () => {
    await open();
    await fromMenu("Review", "Collapse column");
    await expect.poll(folded).toEqual(["review"]);
  });
});

describe("the WIP limit", () => {
  const written = () => board.commands();
  const change = (value: number | null) => ({ kind: "updateConfig", changes: [{ key: ["settings", "custom_fields", "wip_limits", "in_progress"], value }] });

  it("is written to the configuration, offers Undo, and gives the focus back", async () => {
    await open();
    await fromMenu("In progress", "Set WIP limit…");
    await userEvent.keyboard("3{Enter}");
    await expect.poll(written).toEqual([change(3)]);
    await expect.element(page.getByText("updateConfig").last()).toBeVisible();
    await expect.element(button("Menu of column In progress")).toHaveFocus();
  });

  it("is removed by an empty field", async () => {
    await open({ limits: { in_progress: 5 } });
    await fromMenu("In progress", "Set WIP limit…");
    await userEvent.keyboard("{Delete}{Enter}");
    await expect.poll(written).toEqual([change(null)]);
  });

  it.each([
    ["Escape", "3{Escape}"],
    ["the same number", "5{Enter}"],
    ["zero, which stays in the field", "0{Enter}{Escape}"],
  ])("is not changed by %s", async (_, keys) => {
    await open({ limits: { in_progress: 5 } });
    await fromMenu("In progress", "Set WIP limit…");
    await userEvent.keyboard(keys);
    await expect.element(button("Menu of column In progress")).toHaveFocus();
    expect(written()).toEqual([]);
  });

  it("is refused by the engine with its reason", async () => {
    await open({ refuse: () => "The configuration is read-only." });
    await fromMenu("In progress", "Set WIP limit…");
    await userEvent.keyboard("3{Enter}");
    await expect.element(page.getByText("The configuration is read-only.").last()).toBeVisible();
  });

  it("is not offered where nothing can be changed", async () => {
    await open({ readOnly: "readOnlyFileSystem" });
    await button("Menu of column To do").click();
    await expect.element(item("Collapse column")).toBeVisible();
    expect(item("Set WIP limit…").elements()).toEqual([]);
  });
});

describe("at first", () => {
  const first = { kept: { query: {}, folds: {} } };

  it("tasks with subtasks are left out, until the user wants to see them", async () => {
    await open(first);
    expect([hasCard("t1"), hasCard("t1.1")]).toEqual([false, true]);
    await button("Display").click();
    await page.getByRole("menuitemcheckbox", { name: "Parent tasks" }).click();
    await expect.poll(() => hasCard("t1")).toBe(true);
  });

  it("a filter that only matches those says how to show them", async () => {
    await open(first);
    await userEvent.type(page.getByLabelText("Filter by text"), "hull");
    await button("Show parent tasks").click();
    await expect.poll(() => hasCard("t1")).toBe(true);
  });

  it("empty columns of finished tasks are collapsed, until a task is finished", async () => {
    await open(first);
    expect(folded()).toEqual(["done", "skipped"]);
    board.change((all) => all.map((card) => (card.id === "t2" ? { ...card, status: "done" } : card)));
    await expect.poll(folded).toEqual(["skipped"]);
    await button("Expand column Skipped").click();
    await expect.poll(folded).toEqual([]);
    board.reload();
    await expect.poll(() => hasCard("t2")).toBe(true);
    // The files are as at first again, but the user has expanded the other column.
    expect(folded()).toEqual(["done"]);
  });
});

it("a strip names the columns beyond each edge, and scrolls to them", async () => {
  await open();
  await page.viewport(700, 600);
  await page.getByTitle("Go to column Skipped").click();
  await expect.element(page.getByTitle("Go to column To do")).toBeVisible();
  await expect.poll(() => page.getByTitle("Go to column Skipped").elements()).toEqual([]);
  await page.viewport(1300, 600);
  await expect.poll(() => document.querySelectorAll(".edge-strip").length).toBe(0);
});

describe("the strip at an edge", () => {
  const visible = (name: string): boolean => {
    const box = button(name).element().getBoundingClientRect();
    const [x, y] = [box.left + 12, box.top + box.height / 2];
    return document.elementFromPoint(x, y)?.closest("button")?.getAttribute("aria-label") === name;
  };

  it("names no column whose name can be read, and covers none of its buttons", async () => {
    await open();
    await page.viewport(700, 600);
    await expect.element(page.getByTitle("Go to column Done")).toBeVisible();
    expect(page.getByTitle("Go to column Blocked").elements()).toEqual([]);
    expect(visible("Add task to Blocked")).toBe(true);
    const strip = document.querySelector(".edge-strip")?.getBoundingClientRect();
    const edge = document.querySelector(".board")?.getBoundingClientRect();
    expect(strip?.left).toBeGreaterThanOrEqual(edge?.right ?? 0);
  });

  it("lets the focus be seen beside it", async () => {
    await open();
    await page.viewport(700, 600);
    await page.getByTitle("Go to column Skipped").click();
    await expect.element(page.getByTitle("Go to column To do")).toBeVisible();
    button("Add task to Blocked").element().focus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(button("Add task to Review")).toHaveFocus();
    const strip = document.querySelector(".edge-side.start")?.getBoundingClientRect();
    expect(button("Add task to Review").element().getBoundingClientRect().left).toBeGreaterThanOrEqual(strip?.right ?? 0);
  });

  it("leaves the columns in place when a card is dragged", async () => {
    await open();
    await fromMenu("Review", "Hide column");
    await expect.element(page.getByTitle("Show hidden column Review")).toBeVisible();
    const lefts = (): number[] => [...document.querySelectorAll(".column-header")].map((header) => header.getBoundingClientRect().left);
    const before = lefts();
    await mouse.down(middle(cardOf("t2")));
    await mouse.move(middle(cellOf("todo")));
    await expect.poll(() => document.querySelector(".drag-picture")).not.toBeNull();
    expect(lefts()).toEqual(before);
    await userEvent.keyboard("{Escape}");
    await mouse.up();
  });
});

it("a name has as much room in high contrast as in other themes", async () => {
  await open({ cards: [...cards, ...manyCards(10).map((card): Card => ({ ...card, status: "in_progress" }))], limits: { in_progress: 14 } });
  await page.viewport(900, 600);
  await expect.poll(() => document.querySelector("[data-column=in_progress] .count")?.textContent).toContain("11/14");
  const widths = (): (number | undefined)[] => [...document.querySelectorAll("[data-column=in_progress] > *")].map((part) => part.getBoundingClientRect().width);
  const before = widths();
  applyTheme("highContrast");
  expect(widths()).toEqual(before);
  const name = document.querySelector("[data-column=in_progress] > h2");
  expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0);
});

it("the toolbar and the headers are one tab stop each", async () => {
  await open();
  const stopsIn = (bar: string) => [...document.querySelectorAll<HTMLElement>(`${bar} button`)].filter((stop) => stop.tabIndex === 0 && stop.checkVisibility()).length;
  await expect.poll(() => [stopsIn(".toolbar"), stopsIn(".headers")]).toEqual([1, 1]);
  page.getByLabelText("Filter by text").element().focus();
  const stops: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    await userEvent.keyboard("{Tab}");
    stops.push(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
  }
  expect(stops).toEqual(["Filter", "Collapse column To do", expect.stringContaining("t1 Hull")]);
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}{ArrowRight}");
  await expect.element(button("Menu of column To do")).toHaveFocus();
});
