import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Status } from "../../contract/generated/protocol.ts";
import { finger, lowerPart, middle, mouse } from "../../shared/testing/pointer.ts";
import { cardOf, cellOf, chosen, hasCard, idsIn, openBoard, said, titleOf } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";
import { gate } from "../../shared/testing/gate.ts";

const cards = [
  fakeCard("a", "Alpha"),
  fakeCard("b", "Beta"),
  fakeCard("c", "Gamma"),
  fakeCard("r", "Rho", "review"),
  fakeCard("s", "Sigma", "review"),
];

let board: BoardPage;
async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards, ...more });
  await expect.poll(() => hasCard(more.cards?.[0]?.id ?? "a")).toBe(true);
}
afterEach(() => board.close());

async function drag(id: string, to: () => { x: number; y: number }): Promise<void> {
  await mouse.down(middle(cardOf(id)));
  await mouse.move(to());
  await expect.poll(() => document.querySelector(".drop-mark")).not.toBeNull();
  await mouse.up();
}

const command = () => board.commands().at(-1);

describe("with the mouse", () => {
  it("a card moves to another column, behind the card under it", async () => {
    await open();
    await drag("a", () => lowerPart(cardOf("r")));
    await expect.poll(() => idsIn("review")).toEqual(["r", "a", "s"]);
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["a"], patch: { status: "review" }, card: { kind: "after", id: "r" } });
    await expect.poll(() => board.card("a")?.status).toBe("review");
    expect(idsIn("todo")).toEqual(["b", "c"]);
  });

  it("a card moves within its column", async () => {
    await open();
    await drag("a", () => lowerPart(cardOf("c")));
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["a"], patch: {}, card: { kind: "after", id: "c" } });
    await expect.poll(() => idsIn("todo")).toEqual(["b", "c", "a"]);
  });

  it.each([
    ["between two cards", () => (cardOf("b").getBoundingClientRect().bottom + cardOf("c").getBoundingClientRect().top) / 2, ["b", "a", "c"]],
    ["above the first card", () => cardOf("b").getBoundingClientRect().top - 3, ["a", "b", "c"]],
    ["below the last card", () => cardOf("c").getBoundingClientRect().bottom + 3, ["b", "c", "a"]],
  ])("a card is dropped %s", async (_, height, order) => {
    await open();
    await drag("a", () => ({ x: middle(cardOf("b")).x, y: height() }));
    await expect.poll(() => document.querySelector(".drop-mark")).toBeNull();
    await expect.poll(() => idsIn("todo")).toEqual(order);
  });

  it("a card is dropped on an empty column", async () => {
    await open();
    await drag("a", () => middle(cellOf("blocked")));
    await expect.poll(() => idsIn("blocked")).toEqual(["a"]);
    expect(command()).toMatchObject({ card: { kind: "last" }, patch: { status: "blocked" } });
  });

  it("a card is dropped on a folded column", async () => {
    await open({ kept: { folds: { done: true } } });
    await drag("a", () => middle(cellOf("done")));
    await expect.poll(() => board.card("a")?.status).toBe("done");
  });

  it("columns that are not allowed say why while the card is dragged", async () => {
    await open({ closed: { done: "Tick “Cut to size” first." } });
    await mouse.down(middle(cardOf("a")));
    await mouse.move(middle(cellOf("blocked")));
    await expect.poll(() => cellOf("done").querySelector(".closed-mark")?.textContent).toBe("Tick “Cut to size” first.");
    expect(board.asked.filter(([name]) => name === "closedColumns")).toEqual([["closedColumns", ["a"]]]);
    expect(document.querySelectorAll(".closed-mark")).toHaveLength(1);
    await mouse.up();
    await expect.poll(() => document.querySelector(".closed-mark")).toBeNull();
  });

  it("a column that is not allowed says why in its visible part", async () => {
    await open({ closed: { blocked: "Tick “Cut to size” first.", done: "Tick “Cut to size” first." } });
    await page.viewport(700, 600);
    await mouse.down(middle(cardOf("a")));
    await mouse.move(middle(cellOf("review")));
    const reasonIn = (status: Status) => cellOf(status).querySelector(".closed-mark > p")?.getBoundingClientRect();
    await expect.poll(() => reasonIn("blocked")?.right).toBeLessThanOrEqual(700);
    const before = reasonIn("done")?.right ?? 0;
    expect(before).toBeGreaterThan(700);
    document.querySelector(".board")?.scrollBy({ left: 140, behavior: "instant" });
    await expect.poll(() => reasonIn("done")?.right).toBeLessThanOrEqual(700);
    await mouse.up();
  });

  it("a movement below the threshold is a click", async () => {
    await open();
    const at = middle(cardOf("a"));
    await mouse.down(at);
    await mouse.move({ x: at.x + 2, y: at.y + 2 });
    await mouse.up();
    await expect.poll(chosen).toEqual(["a"]);
    expect(board.commands()).toEqual([]);
  });

  it("Escape puts the card back", async () => {
    await open();
    await mouse.down(middle(cardOf("a")));
    await mouse.move(middle(cellOf("blocked")));
    await expect.poll(() => document.querySelector(".drag-picture")).not.toBeNull();
    await userEvent.keyboard("{Escape}");
    expect(document.querySelector(".drag-picture, .drop-mark")).toBeNull();
    await mouse.up();
    expect(idsIn("todo")).toEqual(["a", "b", "c"]);
    expect(said()).toBe("Alpha is back at its original position.");
    expect(board.commands()).toEqual([]);
  });

  it("several selected cards move together and keep their order", async () => {
    await open();
    await userEvent.click(titleOf("c"));
    await userEvent.click(titleOf("a"), { modifiers: ["ControlOrMeta"] });
    expect(chosen()).toEqual(["a", "c"]);
    await drag("c", () => lowerPart(cardOf("r")));
    await expect.poll(() => idsIn("review")).toEqual(["r", "a", "c", "s"]);
    expect(command()).toMatchObject({ kind: "updateTasks", ids: ["a", "c"] });
    expect(chosen()).toEqual(["a", "c"]);
  });

  it("a card stays at its new place before the host has answered", async () => {
    const held = gate();
    await open({ gate: held.wait });
    await drag("a", () => lowerPart(cardOf("s")));
    await expect.poll(() => idsIn("review")).toEqual(["r", "s", "a"]);
    expect(board.card("a")?.status).toBe("todo");
    held.open();
    await expect.poll(() => board.card("a")?.status).toBe("review");
    expect(idsIn("review")).toEqual(["r", "s", "a"]);
  });

  it("a refused drop returns the card and shows the reason", async () => {
    const reason = "Tick “Docs are read” first.";
    const held = gate();
    await open({ gate: held.wait, refuse: () => reason });
    await drag("a", () => lowerPart(cardOf("r")));
    await expect.poll(() => idsIn("review")).toEqual(["r", "a", "s"]);
    const flights = vi.spyOn(Element.prototype, "animate");
    held.open();
    await expect.poll(() => idsIn("todo")).toEqual(["a", "b", "c"]);
    await expect.poll(() => cardOf("a").textContent).toContain(reason);
    await expect.poll(() => flights.mock.contexts).toContain(cardOf("a"));
    flights.mockRestore();
    expect(said()).toContain(reason);
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => cardOf("a").textContent).not.toContain(reason);
  });

  it("a snapshot during a drag is shown and the drag continues", async () => {
    await open();
    await mouse.down(middle(cardOf("a")));
    await mouse.move(lowerPart(cardOf("r")));
    await expect.poll(() => document.querySelector(".drop-mark")).not.toBeNull();
    board.change((all) => [...all.filter(({ id }) => id !== "s"), fakeCard("new", "From elsewhere", "review")]);
    await expect.poll(() => idsIn("review")).toEqual(["r", "new"]);
    expect(document.querySelector(".drag-picture")).not.toBeNull();
    await mouse.up();
    await expect.poll(() => idsIn("review")).toEqual(["r", "a", "new"]);
  });

  it("in a sorted board a drop changes only the column", async () => {
    await open({ kept: { query: { sort: "id" } } });
    await drag("a", () => lowerPart(cardOf("r")));
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["a"], patch: { status: "review" } });
  });

  it("a column scrolls when the pointer is near its edge", async () => {
    const many = Array.from({ length: 60 }, (_, index) => fakeCard(`m${index}`, `Card ${index}`));
    await open({ cards: many });
    await expect.poll(() => idsIn("todo").length).toBe(60);
    const list = cellOf("todo").querySelector(".cards");
    const box = cellOf("todo").getBoundingClientRect();
    await mouse.down(middle(cardOf("m0")));
    await mouse.move({ x: box.left + 40, y: box.bottom - 44 });
    await expect.poll(() => list?.scrollTop ?? 0).toBeGreaterThan(200);
    await userEvent.keyboard("{Escape}");
    await mouse.up();
  });
});

describe("with touch", () => {
  it("a long press picks up a card", async () => {
    await open();
    await finger.down(middle(cardOf("a")));
    await expect.poll(() => document.querySelector(".drag-picture")).not.toBeNull();
    await finger.move(lowerPart(cardOf("r")));
    await expect.poll(() => document.querySelector(".drop-mark")).not.toBeNull();
    await finger.up();
    await expect.poll(() => board.card("a")?.status).toBe("review");
  });
});

describe("with the keyboard", () => {
  it("a card is picked up, moved and dropped, with announcements", async () => {
    await open();
    cardOf("a").focus();
    await userEvent.keyboard(" ");
    expect(said()).toContain("Picked up Alpha");
    await userEvent.keyboard("{ArrowRight}");
    expect(said()).toBe("Position 1 of 1 in column In progress");
    await userEvent.keyboard("{ArrowRight}");
    expect(said()).toBe("Position 1 of 3 in column Review");
    await userEvent.keyboard("{ArrowDown}");
    expect(said()).toBe("Position 2 of 3 in column Review");
    await userEvent.keyboard(" ");
    await expect.poll(() => idsIn("review")).toEqual(["r", "a", "s"]);
    await expect.poll(command).toMatchObject({ card: { kind: "after", id: "r" } });
    await expect.poll(() => document.activeElement).toBe(cardOf("a"));
  });

  it("a column that is not allowed is announced with the reason", async () => {
    await open({ closed: { in_progress: "Tick “Cut to size” first." } });
    cardOf("a").focus();
    await userEvent.keyboard(" ");
    await expect.poll(() => document.querySelector(".closed-mark")).not.toBeNull();
    await userEvent.keyboard("{ArrowRight}");
    expect(said()).toBe("Column In progress, not allowed: Tick “Cut to size” first.");
    await userEvent.keyboard("{Escape}");
  });

  it("Escape puts the card back", async () => {
    await open();
    cardOf("b").focus();
    await userEvent.keyboard(" {ArrowRight}{Escape}");
    expect(said()).toBe("Beta is back at its original position.");
    expect(document.querySelector(".drop-mark")).toBeNull();
    expect(board.commands()).toEqual([]);
    expect(document.activeElement).toBe(cardOf("b"));
  });

  it("a refusal is announced and the focus returns to the card", async () => {
    await open({ refuse: () => "Not yet." });
    cardOf("a").focus();
    await userEvent.keyboard(" {ArrowRight} ");
    await expect.poll(said).toBe("Not changed. Not yet.");
    expect(idsIn("todo")).toEqual(["a", "b", "c"]);
    await expect.poll(() => document.activeElement).toBe(cardOf("a"));
  });

  it("a read-only board moves nothing", async () => {
    await open({ readOnly: "untrusted" });
    cardOf("a").focus();
    await userEvent.keyboard(" {ArrowRight} ");
    expect(said()).toContain("not trusted");
    expect(board.commands()).toEqual([]);
  });
});
