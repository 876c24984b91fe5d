// What agents propose: marks on cards, and ghosts of tasks that they would create.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeChange, fakeField, ghostCard } from "../../shared/testing/fakeProposal.ts";
import { middle, mouse } from "../../shared/testing/pointer.ts";
import { cardOf, hasCard, openBoard } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";
import { tideAtlasCards } from "../testing/tideAtlas.ts";

const proposal = "p-20261129-4821";
const cards = tideAtlasCards.map((card) => (card.id === "t6" ? { ...card, proposed: [fakeChange({ fields: [fakeField("priority", "high", "low"), fakeField("assignee", "", "maya")] })] } : card));
const ghosts = [ghostCard("Ask for a preview", { assignee: "maya", priority: "high" })];

let board: BoardPage;
async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards, ghosts, ...more });
  await expect.poll(() => hasCard("t6")).toBe(true);
}
afterEach(() => board.close());

const ghost = () => page.getByRole("button", { name: /^Proposed task Ask for a preview/u });
const mark = (id: string) => cardOf(id).querySelector<HTMLElement>(".fact.proposed");

it("a card says what is proposed, and a click and a key lead there", async () => {
  await open();
  await expect.poll(() => mark("t6")?.title).toBe("Proposed by codex: priority: High → Low · assignee: none → Maya Ito. Click to show it.");
  expect(cardOf("t6").getAttribute("aria-label")).toContain("Proposed by codex: priority: High → Low");
  expect(mark("t2")).toBeNull();
  mark("t6")?.click();
  await expect.poll(() => board.asked.at(-1)).toEqual(["openProposal", proposal]);
  const before = board.asked.length;
  cardOf("t6").focus();
  await userEvent.keyboard("g");
  await expect.poll(() => board.asked.slice(before)).toEqual([["openProposal", proposal]]);
  cardOf("t2").focus();
  await userEvent.keyboard("g");
  expect(board.asked.length).toBe(before + 1);
});

it("a task that would be created is a ghost in its column, which leads to the proposal and cannot be dragged", async () => {
  await open();
  await expect.element(ghost()).toHaveTextContent("Ask for a preview");
  const element = document.querySelector<HTMLElement>(".card.ghost") ?? document.body;
  expect(element.closest("[data-status]")?.getAttribute("data-status")).toBe("todo");
  await mouse.down(middle(element));
  await mouse.move({ x: middle(element).x + 300, y: middle(element).y }, 5);
  expect(document.querySelector(".drag-picture")).toBeNull();
  await mouse.up();
  expect(board.commands()).toEqual([]);
  await ghost().click();
  await expect.poll(() => board.asked.at(-1)).toEqual(["openProposal", proposal]);
});

it("a ghost is reached with the arrow keys, and opened with Enter", async () => {
  await open();
  document.querySelector<HTMLElement>('[data-status="todo"] [data-card]')?.focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(ghost()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => board.asked.at(-1)).toEqual(["openProposal", proposal]);
});

it("a ghost is in its lane, and on a board without tasks", async () => {
  await open({ kept: { laneKind: "assignee" } });
  await expect.element(ghost()).toBeVisible();
  expect(document.querySelector(".card.ghost")?.closest("[data-lane]")?.getAttribute("data-lane")).toBe("maya");
  board.close();
  board = await openBoard({ cards: [], ghosts });
  await expect.element(ghost()).toBeVisible();
});
