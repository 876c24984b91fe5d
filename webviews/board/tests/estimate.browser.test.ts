// A change that is refused for a missing estimate shows a field for it.
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { withoutEstimate } from "../../shared/testing/fakeTasks.ts";
import { cardOf, hasCard, idsIn, openBoard } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";
import { tideAtlasCards } from "../testing/tideAtlas.ts";

let board: BoardPage;
async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards: tideAtlasCards, ...more });
  await expect.poll(() => board.asked.length).toBeGreaterThan(0);
  await expect.poll(() => document.querySelector(".loading")).toBeNull();
}
afterEach(() => board.close());

const field = () => page.getByLabelText(/^Estimate \(hours\)/u);
const refusal = "“A task” needs an estimate before it can move to Review.";

/** Moves a card to the next column by keyboard. */
async function carry(id: string): Promise<void> {
  cardOf(id).focus();
  await userEvent.keyboard(" {ArrowRight} ");
}

describe("a dropped card without an estimate", () => {
  it("asks for the estimate and moves when Enter confirms it", async () => {
    await open({ refuse: (asked) => withoutEstimate(asked, "t5") });
    await carry("t5");
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveAccessibleName("Estimate (hours) Performance budget");
    await expect.element(field()).toHaveAccessibleDescription(refusal);
    expect(idsIn("in_progress")).not.toContain("t5");
    await userEvent.keyboard("1,5{Enter}");
    await expect.poll(() => idsIn("in_progress")).toContain("t5");
    const [first, again] = board.commands();
    expect(first).toMatchObject({ kind: "updateTasks", ids: ["t5"], patch: { status: "in_progress" } });
    expect(again).toEqual({ ...first, estimates: [{ id: "t5", hours: 1.5 }] });
    expect(document.querySelector(".card-notice")).toBeNull();
    await expect.poll(() => document.activeElement).toBe(cardOf("t5"));
  });

  it("rejects zero and invalid numbers", async () => {
    await open({ refuse: (asked) => withoutEstimate(asked, "t5") });
    await carry("t5");
    await userEvent.keyboard("0");
    await page.getByRole("button", { name: "Set and Continue" }).click();
    await expect.element(field()).toHaveAccessibleDescription(`${refusal} Enter a number of hours above zero, such as 1.5.`);
    expect(board.commands()).toHaveLength(1);
    await userEvent.keyboard("{Control>}a{/Control}2{Enter}");
    await expect.poll(() => idsIn("in_progress")).toContain("t5");
  });

  it("returns when Escape closes the field", async () => {
    await open({ refuse: (asked) => withoutEstimate(asked, "t5") });
    await carry("t5");
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard("2{Escape}");
    await expect.element(field()).not.toBeInTheDocument();
    expect(board.commands()).toHaveLength(1);
    expect(idsIn("todo")).toContain("t5");
    await expect.poll(() => document.activeElement).toBe(cardOf("t5"));
  });

  it("asks for each missing estimate in turn and keeps those entered", async () => {
    await open({ refuse: (asked) => {
      const given = "estimates" in asked ? (asked.estimates ?? []).map(({ id }) => id) : [];
      const lacking = ["t5", "t90"].find((id) => !given.includes(id));
      return lacking === undefined ? undefined : withoutEstimate({ kind: "updateTasks", ids: [], patch: {} }, lacking);
    } });
    // The card is below the window, so it is not rendered in the first step.
    await expect.poll(() => hasCard("t90")).toBe(true);
    cardOf("t5").focus();
    await userEvent.keyboard("x");
    cardOf("t90").focus();
    await userEvent.keyboard("x");
    await carry("t90");
    await expect.element(field()).toHaveAccessibleName("Estimate (hours) Performance budget");
    await userEvent.keyboard("2{Enter}");
    await expect.element(field()).toHaveAccessibleName("Estimate (hours) Reserved number");
    await userEvent.keyboard("3{Enter}");
    await expect.poll(() => idsIn("in_progress")).toContain("t90");
    expect(board.commands().at(-1)).toMatchObject({ estimates: [{ id: "t5", hours: 2 }, { id: "t90", hours: 3 }] });
  });
});

describe("a new task without an estimate", () => {
  const add = async () => {
    await page.getByRole("button", { name: "Add task to Review", exact: true }).click();
    await userEvent.keyboard("First{Enter}");
  };

  it("asks for it below its title and is created with it", async () => {
    await open({ refuse: (asked) => withoutEstimate(asked) });
    await add();
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveAccessibleDescription(refusal);
    await userEvent.keyboard("2{Enter}");
    await expect.poll(() => idsIn("review")).toContain("n42");
    expect(board.commands().at(-1)).toEqual({ kind: "changeTasks", tasks: [{ fields: { title: "First", status: "review", estimateHours: 2 } }] });
    await expect.element(page.getByRole("textbox", { name: "Title of the new task in Review" })).toHaveFocus();
    await expect.element(page.getByRole("textbox", { name: "Title of the new task in Review" })).toHaveValue("");
    await expect.element(field()).not.toBeInTheDocument();
  });

  it("keeps its title when Escape closes the field", async () => {
    await open({ refuse: (asked) => withoutEstimate(asked) });
    await add();
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("textbox", { name: "Title of the new task in Review" })).toHaveFocus();
    await expect.element(page.getByRole("textbox", { name: "Title of the new task in Review" })).toHaveValue("First");
    await expect.element(field()).not.toBeInTheDocument();
    expect(board.commands()).toHaveLength(1);
  });
});
