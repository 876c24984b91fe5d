import { afterEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { finger, lowerPart, middle, mouse } from "../shared/testing/pointer.ts";
import { cardOf, cellOf, chosen, hasCard, idsIn, openBoard, said } from "./testing/boardPage.ts";
import type { BoardPage } from "./testing/boardPage.ts";
import { fakeCard } from "./testing/fakeProject.ts";
import type { FakeOptions } from "./testing/fakeProject.ts";

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

/** A gate that holds commands back until it is opened. */
function gate(): { wait: () => Promise<void>; open: () => void } {
  let openGate = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  return { wait: () => opened, open: () => openGate() };
}

describe("with the mouse", () => {
  it("a card goes to another column, behind the card it is dropped on", async () => {
    await open();
    await drag("a", () => lowerPart(cardOf("r")));
    await expect.poll(() => idsIn("review")).toEqual(["r", "a", "s"]);
    await expect.poll(command).toEqual({ kind: "placeCards", ids: ["a"], patch: { status: "review" }, place: { kind: "after", id: "r" } });
    await expect.poll(() => board.card("a")?.status).toBe("review");
    expect(idsIn("todo")).toEqual(["b", "c"]);
  });

  it("a card goes within its column", async () => {
    await open();
    await drag("a", () => lowerPart(cardOf("c")));
    await expect.poll(command).toEqual({ kind: "placeCards", ids: ["a"], patch: {}, place: { kind: "after", id: "c" } });
    await expect.poll(() => idsIn("todo")).toEqual(["b", "c", "a"]);
  });

  it("a card lands in an empty column", async () => {
    await open();
    await drag("a", () => middle(cellOf("blocked")));
    await expect.poll(() => idsIn("blocked")).toEqual(["a"]);
    expect(command()).toMatchObject({ place: { kind: "last" }, patch: { status: "blocked" } });
  });

  it("a card lands in a folded column", async () => {
    await open({ kept: { foldedColumns: ["done"] } });
    await drag("a", () => middle(cellOf("done")));
    await expect.poll(() => board.card("a")?.status).toBe("done");
  });

  it("a small tremble is a click, not a drag", async () => {
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
    expect(said()).toBe("Put back Alpha.");
    expect(board.commands()).toEqual([]);
  });

  it("several chosen cards go together and keep their order", async () => {
    await open();
    await userEvent.click(cardOf("c"));
    await userEvent.click(cardOf("a"), { modifiers: ["ControlOrMeta"] });
    expect(chosen()).toEqual(["a", "c"]);
    await drag("c", () => lowerPart(cardOf("r")));
    await expect.poll(() => idsIn("review")).toEqual(["r", "a", "c", "s"]);
    expect(command()).toMatchObject({ kind: "placeCards", ids: ["a", "c"] });
    expect(chosen()).toEqual(["a", "c"]);
  });

  it("a card is where it was dropped before the host has answered", async () => {
    const held = gate();
    await open({ gate: held.wait });
    await drag("a", () => lowerPart(cardOf("s")));
    await expect.poll(() => idsIn("review")).toEqual(["r", "s", "a"]);
    expect(board.card("a")?.status).toBe("todo");
    held.open();
    await expect.poll(() => board.card("a")?.status).toBe("review");
    expect(idsIn("review")).toEqual(["r", "s", "a"]);
  });

  it("a refused drop springs back and says why at the card", async () => {
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

  it("a snapshot in the middle of a drag is shown, and the drag goes on", async () => {
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

  it("in a sorted board only the column counts", async () => {
    await open({ kept: { query: { sort: "id" } } });
    await drag("a", () => lowerPart(cardOf("r")));
    await expect.poll(command).toEqual({ kind: "placeCards", ids: ["a"], patch: { status: "review" } });
  });

  it("near the edge of a column the column scrolls", async () => {
    const many = Array.from({ length: 60 }, (_, index) => fakeCard(`m${index}`, `Card ${index}`));
    await open({ cards: many });
    const list = cellOf("todo").querySelector(".cards");
    const box = cellOf("todo").getBoundingClientRect();
    await mouse.down(middle(cardOf("m0")));
    await mouse.move({ x: box.left + 40, y: box.bottom - 44 });
    await expect.poll(() => list?.scrollTop ?? 0).toBeGreaterThan(200);
    await userEvent.keyboard("{Escape}");
    await mouse.up();
  });
});

describe("with a finger", () => {
  it("a card is taken after a rest, and dropped", async () => {
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
  it("a card is picked up, moved and dropped, and each step is said", async () => {
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
    await expect.poll(command).toMatchObject({ place: { kind: "after", id: "r" } });
    await expect.poll(() => document.activeElement).toBe(cardOf("a"));
  });

  it("Escape puts it back", async () => {
    await open();
    cardOf("b").focus();
    await userEvent.keyboard(" {ArrowRight}{Escape}");
    expect(said()).toBe("Put back Beta.");
    expect(document.querySelector(".drop-mark")).toBeNull();
    expect(board.commands()).toEqual([]);
    expect(document.activeElement).toBe(cardOf("b"));
  });

  it("a refusal is said, and the focus is back at the card", async () => {
    await open({ refuse: () => "Not yet." });
    cardOf("a").focus();
    await userEvent.keyboard(" {ArrowRight} ");
    await expect.poll(said).toBe("Not changed. Not yet.");
    expect(idsIn("todo")).toEqual(["a", "b", "c"]);
    await expect.poll(() => document.activeElement).toBe(cardOf("a"));
  });

  it("nothing is moved where nothing may be written", async () => {
    await open({ readOnly: "untrusted" });
    cardOf("a").focus();
    await userEvent.keyboard(" {ArrowRight} ");
    expect(said()).toContain("not trusted");
    expect(board.commands()).toEqual([]);
  });
});

describe("between lanes", () => {
  const owned = [fakeCard("m", "Mine", "todo", { assignee: "maya" }), fakeCard("k", "His", "todo", { assignee: "kenji" })];

  it("a card gets the lane's field", async () => {
    await open({ cards: owned, kept: { laneKind: "assignee" } });
    await drag("m", () => lowerPart(cardOf("k")));
    await expect.poll(() => board.card("m")?.assignee).toBe("kenji");
    expect(idsIn("todo", "kenji")).toEqual(["k", "m"]);
    expect(command()).toMatchObject({ patch: { assignee: "kenji" } });
  });

  const children = [
    fakeCard("x", "X", "todo", { parent: "p", parentTitle: "Parent P" }),
    fakeCard("y", "Y", "review", { parent: "q", parentTitle: "Parent Q" }),
  ];

  it("a card goes under the lane's task, and gets the column's status in the same unit", async () => {
    await open({ cards: children, kept: { laneKind: "parent" } });
    await drag("x", () => lowerPart(cardOf("y")));
    await expect.poll(() => board.card("x")).toMatchObject({ parent: "q", status: "review" });
    expect(board.commands()).toEqual([
      { kind: "placeCards", ids: ["x"], patch: { status: "review" }, parent: "q", place: { kind: "after", id: "y" } },
    ]);
    expect(idsIn("review", "q")).toEqual(["y", "x"]);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => board.card("x")).toMatchObject({ parent: "p", status: "todo" });
  });

  it("a card goes to the top by the keyboard, and the lanes are said", async () => {
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
    expect(command()).toMatchObject({ kind: "placeCards", parent: null });
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

    it("a card stands in each, and loses only the label of the lane that it leaves", async () => {
      await open({ cards: tagged, kept: { laneKind: "label" } });
      expect(idsIn("todo", "risk")).toEqual(["x"]);
      expect(idsIn("todo", "data")).toEqual(["x", "y"]);
      await mouse.down(middle(inLane("data", "x")));
      await mouse.move(middle(cellOf("todo", "docs")));
      await expect.poll(() => document.querySelector(".drop-mark")).not.toBeNull();
      await mouse.up();
      await expect.poll(() => board.card("x")?.labels).toEqual(["risk", "docs"]);
      expect(idsIn("todo", "risk")).toEqual(["x"]);
      expect(idsIn("todo", "data")).toEqual(["y"]);
      expect(idsIn("todo", "docs")).toEqual(["x"]);
    });

    it("the focus follows the card that was moved, not its double in another lane", async () => {
      await open({ cards: tagged, kept: { laneKind: "label" } });
      inLane("data", "x").focus();
      await userEvent.keyboard(" {PageDown} ");
      await expect.poll(() => board.card("x")?.labels).toEqual(["risk", "docs"]);
      await expect.poll(() => document.activeElement).toBe(inLane("docs", "x"));
    });

    it("arrows, ranges and titles keep to the lane of the card", async () => {
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

    it("cards of several labels are not moved at once, and it is said why", async () => {
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
