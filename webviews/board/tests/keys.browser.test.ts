// Letters at a focused card.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cardOf, openBoard } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";

let board: BoardPage;
afterEach(() => board.close());

async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards: [fakeCard("t1", "Sail"), fakeCard("t2", "Mast")], ...more });
  await expect.poll(() => document.querySelectorAll(".card").length).toBe(2);
  cardOf("t1").focus();
}

const picked = () => board.asked.filter(([name]) => name === "pick").map(([, body]) => body);

it.each([
  ["s", "status"],
  ["a", "assignee"],
  ["p", "priority"],
  ["l", "labels"],
  ["d", "dueDate"],
  ["e", "estimateHours"],
])("%s sets the field %s, of all selected cards", async (key, field) => {
  await open();
  await userEvent.keyboard(key);
  await expect.poll(picked).toEqual([{ field, ids: ["t1"] }]);
  await userEvent.keyboard("x{ArrowDown}x");
  await userEvent.keyboard(key);
  await expect.poll(picked).toEqual([{ field, ids: ["t1"] }, { field, ids: ["t1", "t2"] }]);
});

it("letters with Ctrl or Alt stay with the editor", async () => {
  await open();
  await userEvent.keyboard("{Control>}s{/Control}{Alt>}p{/Alt}{Control>}m{/Control}");
  await userEvent.keyboard("s");
  await expect.poll(picked).toEqual([{ field: "status", ids: ["t1"] }]);
});

it("M opens the editor's menu at the card", async () => {
  await open();
  const asked: (string | undefined)[] = [];
  cardOf("t1").addEventListener("contextmenu", () => asked.push(cardOf("t1").dataset["vscodeContext"]));
  await userEvent.keyboard("m");
  expect(asked).toHaveLength(1);
  // The context is set by the board's own listener, which runs after the card's.
  expect(JSON.parse(cardOf("t1").dataset["vscodeContext"] ?? "{}")).toMatchObject({ webviewSection: "card", taskIds: ["t1"] });
});

it("a read-only board says why nothing is set", async () => {
  await open({ readOnly: "readOnlyFileSystem" });
  await userEvent.keyboard("s");
  await expect.element(page.getByText("read-only").first()).toBeVisible();
  expect(picked()).toEqual([]);
});

it("the question mark lists the keys, and Escape returns to the card", async () => {
  await open();
  await userEvent.keyboard("?");
  await expect.element(page.getByText("opens the menu of the card")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.activeElement).toBe(cardOf("t1"));
});
