import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cardOf, cellOf, chosen, hasCard, idsIn, openBoard, said, titleOf } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";
import { tideAtlasCards } from "../testing/tideAtlas.ts";

let board: BoardPage;
async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards: tideAtlasCards, ...more });
  await expect.poll(() => board.asked.length).toBeGreaterThan(0);
  await expect.poll(() => document.querySelector(".loading")).toBeNull();
}
afterEach(() => board.close());

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });

async function choose(menu: string, item: string): Promise<void> {
  await button(menu).click();
  await page.getByRole("menuitemradio", { name: item }).click();
}

async function openField(name: string): Promise<void> {
  await button("Filter").click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

describe("filter", () => {
  it("by text, with the number of matches, and cleared again", async () => {
    await open();
    await userEvent.type(page.getByLabelText("Filter by text"), "overlay");
    await expect.poll(() => document.querySelector(".filter-count")?.textContent).toBe("1 of 41 tasks");
    expect(idsIn("todo")).toEqual(["t2.2"]);
    await button("Clear filter").click();
    await expect.poll(() => document.querySelector(".filter-count")?.textContent).toBe("41 tasks");
  });

  it("by several values while the menu stays open", async () => {
    await open();
    await openField("Assignee");
    await page.getByRole("menuitemcheckbox", { name: "健二" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Unassigned" }).click();
    await expect.element(page.getByRole("menuitemcheckbox", { name: "健二" })).toHaveAttribute("aria-checked", "true");
    expect(board.asked.at(-1)).toMatchObject(["view", { filter: { assignees: ["kenji", ""] } }]);
    await userEvent.keyboard("{Escape}");
    await expect.element(button(/^Filter 1 selected/u)).toHaveFocus();
    await expect.element(button("Assignee: 健二, Unassigned")).toBeVisible();
  });

  it("by status leaves only those columns", async () => {
    await open();
    await openField("Status");
    await page.getByRole("menuitemcheckbox", { name: "Review" }).click();
    await expect.poll(() => document.querySelectorAll(".column-header").length).toBe(1);
  });

  it("without a match shows a message and a button that clears it", async () => {
    await open({ kept: { query: { filter: { text: "nowhere" }, leavesOnly: false } } });
    await expect.element(page.getByText("No task matches the filter")).toBeVisible();
    await page.getByRole("status").getByRole("button", { name: "Clear filter" }).click();
    await expect.poll(() => hasCard("t1")).toBe(true);
  });
});

describe("columns", () => {
  it("warn when they hold more than their limit", async () => {
    await open({ limits: { in_progress: 5, review: 4 } });
    await expect.element(page.getByText("Tasks: 7, over the limit of 5")).toBeInTheDocument();
    await expect.element(page.getByText("Tasks: 3, limit: 4")).toBeInTheDocument();
    expect(document.querySelectorAll(".over .codicon-warning")).toHaveLength(1);
  });

  it("of finished tasks expand from one page to all and back", async () => {
    await open({ page: 2 });
    expect(idsIn("done")).toHaveLength(2);
    await button("Show all 6").click();
    await expect.poll(() => idsIn("done").length).toBe(6);
    await button("Show fewer").click();
    await expect.poll(() => idsIn("done").length).toBe(2);
  });

  it("fold, and unfold", async () => {
    await open();
    await button("Collapse column Done").click();
    expect(idsIn("done")).toEqual([]);
    await button("Expand column Done").click();
    expect(idsIn("done")).toHaveLength(6);
  });

  it("that are long are drawn in steps, visible cards first", async () => {
    const many = Array.from({ length: 500 }, (_, index) => fakeCard(`m${index}`, `Card ${index}`));
    const counts: number[] = [];
    const watch = new MutationObserver(() => {
      const count = document.querySelectorAll("[data-card]").length;
      if (count !== (counts.at(-1) ?? 0)) counts.push(count);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await open({ cards: many });
    await expect.poll(() => idsIn("todo").length, { timeout: 20_000 }).toBe(500);
    watch.disconnect();
    const steps = counts.map((count, index) => count - (counts[index - 1] ?? 0));
    expect(steps[0]).toBeLessThan(20);
    expect(Math.max(...steps)).toBeLessThanOrEqual(200);
  });

  it("group into lanes that fold", async () => {
    await open();
    await choose("Lanes: None", "Assignee");
    expect(idsIn("in_progress", "kenji")).toEqual(["t1.2.2", "t3.1"]);
    await button(/^健二/u).click();
    expect(document.querySelector('[data-lane="kenji"]')).toBeNull();
  });

  it("show only tasks without subtasks", async () => {
    await open();
    await button("Display").click();
    await page.getByRole("menuitemcheckbox", { name: "Parent tasks" }).click();
    await expect.poll(() => hasCard("t2")).toBe(false);
    expect(hasCard("t2.1")).toBe(true);
  });
});

describe("undo", () => {
  it("is offered after a change and can be redone", async () => {
    await open();
    cardOf("t6").focus();
    await userEvent.keyboard(" {ArrowLeft} ");
    await expect.poll(() => board.card("t6")?.status).toBe("review");
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expect.poll(() => board.card("t6")?.status).toBe("blocked");
    await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await expect.poll(() => board.card("t6")?.status).toBe("review");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => board.card("t6")?.status).toBe("blocked");
  });

  it("is offered for changes made elsewhere in the window", async () => {
    await open();
    board.host.tell("undoable", { summary: "Deleted “Map”" });
    await expect.poll(() => document.querySelector(".toast")?.textContent).toContain("Deleted “Map”");
    expect(said()).toBe("Deleted “Map”");
  });
});

describe("a change by another program", () => {
  it("appears without changing focus, selection or scroll", async () => {
    const many = Array.from({ length: 60 }, (_, index) => fakeCard(`m${index}`, `Card ${index}`));
    await open({ cards: many });
    await expect.poll(() => idsIn("todo").length).toBe(60);
    const list = cellOf("todo").querySelector(".cards");
    if (list === null) throw new Error("The column has no list.");
    await userEvent.click(titleOf("m1"));
    list.scrollTop = 900;
    const untouched = cardOf("m30");
    board.change((cards) => cards.map((card) => (card.id === "m2" ? { ...card, title: "Changed" } : card)));
    await expect.poll(() => cardOf("m2").textContent).toContain("Changed");
    expect(list.scrollTop).toBe(900);
    expect(chosen()).toEqual(["m1"]);
    expect(document.activeElement).toBe(cardOf("m1"));
    expect(cardOf("m30")).toBe(untouched);
  });

  it("redraws only the changed cards", async () => {
    await open();
    await expect.poll(() => cardOf("t2.1").textContent).toContain("25 Nov");
    const changed = new Set<string>();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const key = element?.closest<HTMLElement>("[data-card]")?.dataset["card"];
        if (key !== undefined) changed.add(key);
      }
    });
    watch.observe(board.root, { subtree: true, childList: true, attributes: true, characterData: true });
    board.change((cards) => cards.map((card) => (card.id === "t1" ? { ...card, title: "Changed" } : card)));
    await expect.poll(() => cardOf("t1").textContent).toContain("Changed");
    watch.disconnect();
    expect([...changed]).toEqual(["t1"]);
  });
});

describe("a reload of the window", () => {
  it("restores the view, the selection, the scroll position and the title draft", async () => {
    await open();
    await choose("Lanes: None", "Priority");
    await button("Collapse column Skipped").click();
    await userEvent.click(titleOf("t2"));
    await button("Add task to To do, High").click();
    await userEvent.keyboard("Half a ti");
    board.root.querySelector(".board")?.scrollTo({ top: 150 });
    await expect.poll(() => (board.host.persisted() as { scroll: Record<string, unknown> }).scroll["board"]).toEqual([0, 150]);
    board.reload();
    await expect.poll(() => hasCard("t2")).toBe(true);
    expect(chosen()).toEqual(["t2"]);
    await expect.element(button("Expand column Skipped")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Title of the new task in To do, High" })).toHaveValue("Half a ti");
    expect(board.root.querySelector(".board")?.scrollTop).toBe(150);
  });
});

describe("a read-only board", () => {
  it("says that the settings of the project could not be read, and leads to the problems", async () => {
    await open({ configProblem: { template: "Line {line} is no TOML.", args: { line: "3" } } });
    await expect.element(page.getByRole("note")).toHaveTextContent("The settings of the project could not be read. Line 3 is no TOML.");
    await page.getByRole("note").getByRole("button", { name: "Show Problems" }).click();
    expect(board.asked).toContainEqual(["openPage", "problems"]);
  });

  it("gives the reason and offers no change", async () => {
    await open({ readOnly: "untrusted" });
    await expect.element(page.getByText(/not trusted/u).first()).toBeVisible();
    expect(document.querySelector(".add")).toBeNull();
    cardOf("t6").focus();
    await userEvent.keyboard("{F2}{Delete}n");
    expect(board.asked.map(([name]) => name)).toEqual(["ready"]);
  });
});

it("uses the user's language", async () => {
  const strings = { "To do": "未着手", "Add task": "タスクを追加", "{0} tasks": "{0} 件のタスク", "Filter by text": "テキストで絞り込む" };
  await open({ strings, locale: "ja" });
  await expect.element(page.getByRole("heading", { name: "未着手" })).toBeVisible();
  await expect.element(page.getByText("41 件のタスク")).toBeVisible();
  await expect.poll(() => cardOf("t2.1").textContent).toContain("11月25日");
  expect(document.documentElement.lang).toBe("ja");
});
