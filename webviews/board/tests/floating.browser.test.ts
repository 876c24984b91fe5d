// Elements above the board: the message and the bar for several selected cards.
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { TimerQuestion } from "../../contract/common.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import { cardOf, openBoard, titleOf } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";
import { statuses } from "../../contract/generated/values.ts";

let board: BoardPage;
afterEach(() => {
  vi.useRealTimers();
  board.close();
});

/** Cards that fill every column. */
const full = statuses.flatMap((status) => Array.from({ length: 20 }, (_, at) => fakeCard(`${status}${at}`, `Task ${at}`, status)));

async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards: full, ...more });
  await expect.poll(() => document.querySelectorAll(".card").length).toBe(full.length);
}

async function tell(text = "Move t1 to done"): Promise<void> {
  board.host.tell("undoable", { summary: text });
  await expect.element(page.getByText(text).first()).toBeVisible();
}

async function selectTwo(): Promise<void> {
  await userEvent.click(titleOf("todo0"));
  await userEvent.click(titleOf("todo1"), { modifiers: ["ControlOrMeta"] });
  await expect.element(page.getByRole("group", { name: "2 tasks selected" })).toBeVisible();
}

/** Returns what floating elements cover: buttons, and the element that has the focus. */
function covered(): string[] {
  const boxes = [...document.querySelectorAll(".floating")].map((element) => ({ element, box: element.getBoundingClientRect() }));
  const guarded = [...document.querySelectorAll("button, .floating"), document.activeElement].filter((element) => element !== null);
  return guarded.flatMap((other) => {
    if (!other.checkVisibility()) return [];
    const { left, right, top, bottom } = other.getBoundingClientRect();
    const hit = boxes.some(({ element, box }) => !element.contains(other) && left < box.right && right > box.left && top < box.bottom && bottom > box.top);
    return hit ? [other.outerHTML.slice(0, 80)] : [];
  });
}

const question: TimerQuestion = {
  action: "start",
  ids: ["todo0"],
  text: "Start the timer of todo0?",
  choices: [
    { answer: "once", label: "Start Timer" },
    { answer: "never", label: "Never" },
  ],
};

async function moveAndBeAsked(): Promise<void> {
  cardOf("todo0").focus();
  await userEvent.keyboard(" {ArrowRight} ");
  await expect.poll(() => document.querySelector(".toast")?.textContent).toContain("Start the timer of todo0?");
}

it("leaves after a while, unless it asks something", async () => {
  await open({ question });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await tell();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => document.querySelector(".toast")).toBeNull();
  await moveAndBeAsked();
  await vi.advanceTimersByTimeAsync(60_000);
  await page.getByRole("button", { name: "Start Timer" }).click();
  await expect.poll(() => document.querySelector(".toast")).toBeNull();
});

it("asks about timers beside Undo, and passes only an answer on", async () => {
  await open({ question });
  const answers = (): unknown[] => board.asked.filter(([name]) => name === "answerTimer").map(([, body]) => body);
  await moveAndBeAsked();
  expect(covered()).toEqual([]);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect.poll(() => document.querySelector(".toast")?.textContent).toContain("Undone");
  expect(answers()).toEqual([]);
  await moveAndBeAsked();
  await page.getByRole("button", { name: "Start Timer" }).click();
  await expect.poll(answers).toEqual([{ action: "start", ids: ["todo0"], answer: "once" }]);
});

it("takes no room of the columns", async () => {
  await open();
  const height = (): number => document.querySelector(".board")?.clientHeight ?? 0;
  const before = height();
  await selectTwo();
  await tell();
  expect(height()).toBe(before);
});

it("stays where it is while its button is pressed", async () => {
  await open();
  await selectTwo();
  const bar = () => document.querySelector(".selection-bar")?.getBoundingClientRect();
  cardOf("todo6").focus();
  const { left = 0, top = 0 } = bar() ?? {};
  document.querySelector<HTMLElement>(".selection-bar button")?.focus();
  expect(bar()).toMatchObject({ left, top });
});

it.each([
  ["columns", {}, 1440],
  ["lanes", { kept: { laneKind: "assignee" } }, 1440],
  ["a narrow editor", {}, 560],
] as const)("in %s covers no button and not the card that has the focus", async (_, more, width) => {
  await open(more);
  await page.viewport(width, 700);
  await selectTwo();
  await tell();
  expect(covered()).toEqual([]);
  await userEvent.keyboard("{End}");
  await expect.poll(() => document.activeElement?.closest(".board")).not.toBeNull();
  expect(covered()).toEqual([]);
  cardOf("todo1").focus();
  for (let step = 0; step < 8; step += 1) {
    await userEvent.keyboard("{ArrowDown}");
    expect(covered()).toEqual([]);
  }
});
