import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cellOf, chosen, hasCard, idsIn, openBoard } from "../testing/boardPage.ts";
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

const button = (name: string) => page.getByRole("button", { name, exact: true });
const command = () => board.commands().at(-1);
const toastText = () => document.querySelector(".toast")?.textContent;

describe("new tasks", () => {
  it("are added one after another in their column", async () => {
    await open();
    await button("Add task to Review").click();
    await userEvent.keyboard("First{Enter}");
    await expect.poll(() => idsIn("review")).toContain("n42");
    await userEvent.keyboard("Second{Enter}");
    await expect.poll(() => idsIn("review")).toContain("n43");
    expect(command()).toEqual({ kind: "changeTasks", tasks: [{ fields: { title: "Second", status: "review" } }] });
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Add task to Review")).toHaveFocus();
  });

  it("take the field of their lane", async () => {
    await open({ kept: { laneKind: "priority" } });
    cellOf("blocked", "high").querySelector("button")?.focus();
    await userEvent.keyboard("{Enter}Urgent{Enter}");
    await expect.poll(command).toEqual({ kind: "changeTasks", tasks: [{ fields: { title: "Urgent", status: "blocked", priority: "high" } }] });
  });

  it("keep their title when they are refused", async () => {
    await open({ refuse: () => "Estimate first." });
    await button("Add task to To do").click();
    await userEvent.keyboard("Doomed{Enter}");
    await expect.element(page.getByText("Estimate first.").first()).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Title of the new task in To do" })).toHaveValue("Doomed");
  });

  it("that the filter hides are announced and shown on request", async () => {
    await open({ kept: { query: { filter: { text: "map" }, leavesOnly: false } } });
    await button("Add task to To do").click();
    await userEvent.keyboard("Elsewhere{Enter}{Escape}");
    await expect.poll(toastText).toContain("Created n42. The filter hides it.");
    expect(hasCard("n42")).toBe(false);
    await button("Show").click();
    await expect.poll(chosen).toEqual(["n42"]);
  });

  it("below the shown cards are announced and shown on request", async () => {
    await open({ page: 2 });
    await button("Add task to Done").click();
    await userEvent.keyboard("Late{Enter}{Escape}");
    await expect.poll(toastText).toContain("Created n42. It is below the cards that are shown.");
    await button("Show").click();
    await expect.poll(() => idsIn("done").at(-1)).toBe("n42");
    await expect.poll(chosen).toEqual(["n42"]);
  });

  it("are not offered if the tasks could not be read", async () => {
    await open({ cards: [], unread: [{ template: "{path} is not a folder. Move it elsewhere.", args: { path: "tasks" } }] });
    await expect.element(page.getByText("Tasks could not be read")).toBeVisible();
    await expect.element(page.getByText("tasks is not a folder. Move it elsewhere.")).toBeVisible();
    expect(document.body.textContent).not.toContain("No tasks yet");
  });

  it("are the suggested action on an empty board", async () => {
    await open({ cards: [] });
    await expect.element(page.getByText("No tasks yet")).toBeVisible();
    await button("Add task").click();
    await userEvent.keyboard("Begin{Enter}{Escape}");
    await expect.poll(() => idsIn("todo")).toEqual(["n1"]);
  });
});
