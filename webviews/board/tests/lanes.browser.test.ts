import { afterEach, describe, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { gate } from "../../shared/testing/gate.ts";
import { lowerPart, middle, mouse } from "../../shared/testing/pointer.ts";
import { cardOf, cellOf, chosen, hasCard, idsIn, openBoard, said } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";

let board: BoardPage;
async function open(more: FakeOptions): Promise<void> {
  board = await openBoard(more);
  await expect.poll(() => hasCard(more.cards[0]?.id ?? "")).toBe(true);
}
afterEach(() => board.close());

const command = () => board.commands().at(-1);

async function drag(card: Element, to: () => { x: number; y: number }): Promise<void> {
  await mouse.down(middle(card));
  await mouse.move(to());
  await expect.poll(() => document.querySelector(".drop-mark")).not.toBeNull();
  await mouse.up();
}

describe("between lanes", () => {
  const owned = [fakeCard("m", "Mine", "todo", { assignee: "maya" }), fakeCard("k", "His", "todo", { assignee: "kenji" })];

  it("a card takes the lane's field", async () => {
    await open({ cards: owned, kept: { laneKind: "assignee" } });
    await drag(cardOf("m"), () => lowerPart(cardOf("k")));
    await expect.poll(() => board.card("m")?.assignee).toBe("kenji");
    expect(idsIn("todo", "kenji")).toEqual(["k", "m"]);
    expect(command()).toMatchObject({ patch: { assignee: "kenji" } });
  });

  const children = [
    fakeCard("x", "X", "todo", { parent: "p", parentTitle: "Parent P" }),
    fakeCard("y", "Y", "review", { parent: "q", parentTitle: "Parent Q" }),
  ];

  it("a card moves below the lane's task and takes the column's status in one change", async () => {
    await open({ cards: children, kept: { laneKind: "parent" } });
    await drag(cardOf("x"), () => lowerPart(cardOf("y")));
    await expect.poll(() => board.card("x")).toMatchObject({ parent: "q", status: "review" });
    expect(board.commands()).toEqual([
      { kind: "updateTasks", ids: ["x"], patch: { status: "review" }, position: { parent: "q" }, card: { kind: "after", id: "y" } },
    ]);
    expect(idsIn("review", "q")).toEqual(["y", "x"]);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => board.card("x")).toMatchObject({ parent: "p", status: "todo" });
  });

  it("the keyboard moves a card to the top lane and announces lanes", async () => {
    const held = gate();
    await open({ cards: children, kept: { laneKind: "parent" }, gate: held.wait });
    cardOf("x").focus();
    await userEvent.keyboard(" {PageDown}");
    expect(said()).toBe("Position 1 of 1 in column To do, Parent Q");
    await userEvent.keyboard("{PageDown}");
    expect(said()).toBe("Position 1 of 1 in column To do, No parent");
    await userEvent.keyboard(" ");
    expect(said()).toBe("Dropped X in column To do, No parent.");
    held.open();
    await expect.poll(() => board.card("x")?.parent).toBeUndefined();
    expect(command()).toMatchObject({ kind: "updateTasks", position: { parent: null } });
    await expect.poll(() => document.activeElement).toBe(cardOf("x"));
  });

  describe("of labels", () => {
    const tagged = [
      fakeCard("x", "X", "todo", { labels: ["risk", "data"] }),
      fakeCard("y", "Y", "todo", { labels: ["data"] }),
      fakeCard("z", "Z", "review", { labels: ["docs"] }),
    ];
    const inLane = (lane: string, id: string): HTMLElement => {
      const element = cellOf("todo", lane).querySelector<HTMLElement>(`[data-card="${id}"]`);
      if (element === null) throw new Error(`There is no card "${id}" in the lane "${lane}".`);
      return element;
    };

    it("a card stands in each of its lanes and loses only the label of the lane it leaves", async () => {
      await open({ cards: tagged, kept: { laneKind: "label" } });
      expect(idsIn("todo", "risk")).toEqual(["x"]);
      expect(idsIn("todo", "data")).toEqual(["x", "y"]);
      await drag(inLane("data", "x"), () => middle(cellOf("todo", "docs")));
      await expect.poll(() => board.card("x")?.labels).toEqual(["risk", "docs"]);
      expect(idsIn("todo", "risk")).toEqual(["x"]);
      expect(idsIn("todo", "data")).toEqual(["y"]);
      expect(idsIn("todo", "docs")).toEqual(["x"]);
    });

    it("the focus follows the moved card, not its copy in another lane", async () => {
      await open({ cards: tagged, kept: { laneKind: "label" } });
      inLane("data", "x").focus();
      await userEvent.keyboard(" {PageDown} ");
      await expect.poll(() => board.card("x")?.labels).toEqual(["risk", "docs"]);
      await expect.poll(() => document.activeElement).toBe(inLane("docs", "x"));
    });

    it("arrow keys, ranges and titles stay in the card's lane", async () => {
      await open({ cards: tagged, kept: { laneKind: "label" } });
      inLane("data", "x").focus();
      await userEvent.keyboard("{F2}");
      expect(document.querySelectorAll(".card textarea")).toHaveLength(1);
      await userEvent.keyboard("{Escape}");
      await expect.poll(() => document.activeElement).toBe(inLane("data", "x"));
      await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
      await expect.poll(() => [...new Set(chosen())]).toEqual(["x", "y"]);
      expect(document.activeElement).toBe(inLane("data", "y"));
    });

    it("several cards with several labels are refused with the reason", async () => {
      await open({ cards: tagged, kept: { laneKind: "label" } });
      await userEvent.click(inLane("data", "y"));
      await userEvent.click(cellOf("review", "docs").querySelector("[data-card]") ?? document.body, { modifiers: ["ControlOrMeta"] });
      inLane("data", "y").focus();
      await userEvent.keyboard(" {PageUp} ");
      await expect.poll(said).toContain("different labels");
      expect(board.commands()).toEqual([]);
    });
  });
});
