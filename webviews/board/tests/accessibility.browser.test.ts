import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { findings } from "../../shared/testing/accessibility.ts";
import { fakeHolder } from "../../shared/testing/fakeHolder.ts";
import type { Theme } from "../../shared/testing/theme.ts";
import { cardOf, openBoard, titleOf } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { manyCards } from "../testing/manyCards.ts";
import { tideAtlasCards } from "../testing/tideAtlas.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";

let board: BoardPage;
afterEach(() => board.close());

async function open(more: Partial<FakeOptions> = {}, theme: Theme = "dark"): Promise<void> {
  board = await openBoard({ cards: tideAtlasCards.map((card) => (card.id === "t1.2.2" ? { ...card, assignee: "ai", holder: fakeHolder(3) } : card)), limits: { in_progress: 5, review: 4 }, timers: [{ id: "t2", since: Date.now() - 60_000 }], ...more }, theme);
  await expect.poll(() => document.querySelector(".board, .empty")).not.toBeNull();
}

async function openField(name: string): Promise<void> {
  await page.getByRole("button", { name: /^Filter/u }).first().click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

describe("axe finds nothing in any theme", () => {
  it("on the board with a selection and a toast", async () => {
    await open();
    await userEvent.click(titleOf("t2"));
    await userEvent.click(titleOf("t1"), { modifiers: ["ControlOrMeta"] });
    await userEvent.click(titleOf("t3.1"), { modifiers: ["ControlOrMeta"] });
    expect(cardOf("t3.1").querySelector(".overdue")).not.toBeNull();
    board.host.tell("undoable", { summary: "Set “Map” to Done" });
    await expect.element(page.getByText("Set “Map” to Done").first()).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("in lanes, with a folded column and a title being typed", async () => {
    await open({ kept: { laneKind: "assignee", folds: { done: true }, entry: { kind: "title", key: "t1", text: "Platf" } } });
    expect(await findings()).toEqual([]);
  });

  it("in an open menu, with a refusal at a card", async () => {
    await open({ refuse: () => "Tick a criterion first." });
    cardOf("t6").focus();
    await userEvent.keyboard(" {ArrowLeft} ");
    await expect.poll(() => cardOf("t6").textContent).toContain("Tick a criterion first.");
    await openField("Assignee");
    await expect.element(page.getByRole("menuitemcheckbox", { name: "健二" })).toBeVisible();
    expect(await findings()).toEqual([]);
    await page.getByRole("button", { name: /^Lanes/u }).click();
    await expect.element(page.getByRole("menuitemradio").first()).toBeVisible();
    expect(cardOf("t6").textContent).toContain("Tick a criterion first.");
    expect(await findings()).toEqual([]);
  });

  it("with marked words, in a menu that is searched", async () => {
    await open({ kept: { query: { filter: { text: "a" }, leavesOnly: false } }, cards: tideAtlasCards.map((card, at) => ({ ...card, labels: [`a${at}`], foundInNotes: true })) });
    expect(document.querySelector("mark")).not.toBeNull();
    await openField("Label");
    await expect.element(page.getByLabelText("Search in Label")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("when empty, and when read-only", async () => {
    await open({ cards: [], readOnly: "readOnlyFileSystem" });
    expect(await findings()).toEqual([]);
  });
});

describe.each(["highContrast", "highContrastLight"] as const)("in %s", (theme) => {
  const outlineOf = (id: string): string => getComputedStyle(cardOf(id)).outlineStyle;

  it("only the card with the focus has an unbroken line", async () => {
    await open({}, theme);
    await userEvent.click(titleOf("t2"));
    await userEvent.click(titleOf("t1"), { modifiers: ["ControlOrMeta"] });
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(() => document.activeElement?.classList.contains("card")).toBe(true);
    expect(getComputedStyle(document.activeElement ?? document.body).outlineStyle).toBe("solid");
    expect([outlineOf("t1"), outlineOf("t2")]).toEqual(["dashed", "dashed"]);
  });

  it("a carried card and a column that is not allowed keep the contrast of their words", async () => {
    await open({ closed: { done: "Tick a criterion first." } }, theme);
    cardOf("t6").focus();
    await userEvent.keyboard(" ");
    await expect.poll(() => document.querySelector(".closed-mark")).not.toBeNull();
    const title = cardOf("t6").querySelector(".card-title");
    expect(getComputedStyle(title ?? document.body).opacity).toBe("1");
    expect(getComputedStyle(cardOf("t6")).borderStyle).toBe("dashed");
    expect(getComputedStyle(document.querySelector(".closed-mark") ?? document.body).backgroundColor).toBe("rgba(0, 0, 0, 0)");
    expect(await findings(document, [theme])).toEqual([]);
  });
});

it("a thousand cards have their room, but only visible ones are drawn", async () => {
  board = await openBoard({ cards: manyCards(1000), page: 1000 });
  await expect.poll(() => document.querySelectorAll("[data-card]").length, { timeout: 20_000 }).toBe(1000);
  const drawn = [...document.querySelectorAll(".card")].filter((card) => card.checkVisibility({ contentVisibilityAuto: true }));
  expect(drawn.length).toBeLessThan(200);
});
