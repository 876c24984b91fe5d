import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cardOf, chosen, hasCard, idsIn, openBoard, said, titleOf } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";
import { staleRefusal } from "../../shared/testing/fakeTasks.ts";
import { tideAtlasCards } from "../testing/tideAtlas.ts";

let board: BoardPage;
async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards: tideAtlasCards, ...more });
  await expect.poll(() => board.asked.length).toBeGreaterThan(0);
  await expect.poll(() => document.querySelector(".loading")).toBeNull();
}
afterEach(() => board.close());

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const command = () => board.commands().at(-1);
const toastText = () => document.querySelector(".toast")?.textContent;

describe("cards", () => {
  it("have all their facts as text", async () => {
    await open();
    const label = cardOf("t1.2.2").getAttribute("aria-label");
    expect(label).toContain("t1.2.2 Parse feed → normalised rows");
    expect(label).toContain("Overdue since");
    expect(label).toContain("1 of 2 done criteria");
    expect(cardOf("t1.3").getAttribute("aria-label")).toContain("Waits for t1.2");
  });

  it("show the color of a label as a dot, here and in the filter's menu", async () => {
    const cards = tideAtlasCards.map((card) => (card.id === "t6" ? { ...card, labels: ["plain", "tides"] } : card));
    await open({ cards, labelColors: [{ label: "tides", color: "#008080" }] });
    const dots = () => [...cardOf("t6").querySelectorAll<HTMLElement>(".label-dot")];
    await expect.poll(() => dots().map((dot) => [dot.nextElementSibling?.textContent, dot.style.background])).toEqual([["tides", "rgb(0, 128, 128)"]]);
    await button("Filter").click();
    await page.getByRole("menuitem", { name: "Label" }).click();
    await expect.poll(() => document.querySelectorAll("[role=menuitemcheckbox] .label-dot").length).toBe(1);
  });

  it("are renamed by F2", async () => {
    await open();
    cardOf("t6").focus();
    await userEvent.keyboard("{F2}");
    await userEvent.keyboard("Audit{Enter}");
    await expect.poll(() => cardOf("t6").querySelector(".card-title")?.textContent).toBe("Audit");
    expect(command()).toEqual({ kind: "updateTasks", ids: ["t6"], patch: { title: "Audit" }, seen: { title: "Accessibility audit" } });
    await expect.poll(() => document.activeElement).toBe(cardOf("t6"));
  });

  it("leave letters to the title field, and the focus to the next click", async () => {
    await open();
    cardOf("t6").focus();
    await userEvent.keyboard("{F2}n x{ArrowLeft}{ArrowUp} ");
    expect([chosen(), document.querySelector(".carried"), document.activeElement?.tagName]).toEqual([[], null, "TEXTAREA"]);
    const filter = page.getByRole("textbox", { name: "Filter by text" });
    await userEvent.click(filter);
    await userEvent.keyboard("a");
    await expect.element(filter).toHaveFocus();
    await expect.element(filter).toHaveValue("a");
    expect(command()).toMatchObject({ kind: "updateTasks", ids: ["t6"] });
  });

  it("keep the title draft when the files change", async () => {
    await open();
    cardOf("t6").focus();
    await userEvent.keyboard("{F2}Half");
    board.change((cards) => cards.map((card) => (card.id === "t6" ? { ...card, priority: "low" } : card)));
    await expect.poll(() => cardOf("t6").querySelector(".priority")).not.toBeNull();
    await userEvent.keyboard(" done{Enter}");
    await expect.poll(() => board.card("t6")?.title).toBe("Half done");
  });

  const typedTitle = async (text: string) => {
    cardOf("t6").focus();
    await userEvent.keyboard(`{F2}${text}`);
  };
  /**
   * Another program renames the task, and a second one whose card shows that the page has received
   * both.
   */
  async function renamed(title: string): Promise<void> {
    const titles = new Map([["t6", title], ["t2", "Heard"]]);
    board.change((cards) => cards.map((card) => ({ ...card, title: titles.get(card.id) ?? card.title })));
    await expect.poll(() => cardOf("t2").textContent).toContain("Heard");
  }

  const staleTitle: FakeOptions["refuse"] = (asked) =>
    "seen" in asked && asked.seen?.title === "Accessibility audit" ? staleRefusal("t6") : undefined;

  it("offer both titles when an agent renames the task during an edit, and name the agent", async () => {
    await open({ refuse: staleTitle });
    await typedTitle("Half typed");
    await renamed("By the agent");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("The value in the file is now “By the agent”.").first()).toBeVisible();
    await expect.element(page.getByText("You typed “Half typed”.")).toBeVisible();
    await expect.element(page.getByRole("group", { name: "Changed by agent codex" })).toBeVisible();
    expect(document.querySelector(".change-author .codicon-hubot")).not.toBeNull();
    expect(cardOf("t6").querySelector(".card-title")?.textContent).toBe("By the agent");
    expect(said()).toBe("Not changed. t6 was changed by the agent codex in the meantime. Check the new value first.");

    await userEvent.keyboard("{Tab}{Enter}");
    await expect.poll(() => board.card("t6")?.title).toBe("Half typed");
    expect(command()).toEqual({ kind: "updateTasks", ids: ["t6"], patch: { title: "Half typed" }, seen: { title: "By the agent" } });
    await expect.element(page.getByRole("button", { name: "Keep mine" })).not.toBeInTheDocument();
  });

  it("take the other program's title on request", async () => {
    await open({ refuse: staleTitle });
    await typedTitle("Half typed");
    await renamed("By the agent");
    await userEvent.keyboard("{Enter}");
    await button("Take theirs").click();
    await expect.element(page.getByRole("button", { name: "Take theirs" })).not.toBeInTheDocument();
    expect(board.commands()).toHaveLength(1);
    expect(cardOf("t6").querySelector(".card-title")?.textContent).toBe("By the agent");
  });

  it("offer both titles when the engine reports the conflict first", async () => {
    await open({ refuse: staleTitle });
    await typedTitle("Half typed{Enter}");
    await expect.element(page.getByText("You typed “Half typed”.")).toBeVisible();
    await renamed("By the agent");
    await button("Keep mine").click();
    await expect.poll(() => board.card("t6")?.title).toBe("Half typed");
  });

  it("keep both titles across a reload", async () => {
    await open({ refuse: staleTitle });
    await typedTitle("Half typed");
    await renamed("By the agent");
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Keep mine")).toBeVisible();
    board.reload();
    await expect.element(page.getByText("You typed “Half typed”.")).toBeVisible();
    await expect.element(page.getByRole("group", { name: "Changed by agent codex" })).toBeVisible();
  });

  it("take the other program's title when nothing was typed", async () => {
    await open();
    await typedTitle("");
    await renamed("By the agent");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => cardOf("t6").querySelector(".card-title")?.textContent).toBe("By the agent");
    expect(board.commands()).toEqual([]);
  });

  it("keep the title draft when they move to another column", async () => {
    await open();
    cardOf("t6").focus();
    await userEvent.keyboard("{F2}Half");
    board.change((cards) => cards.map((card) => (card.id === "t6" ? { ...card, status: "review" } : card)));
    await expect.poll(() => idsIn("review")).toContain("t6");
    await userEvent.keyboard(" done{Enter}");
    await expect.poll(() => board.card("t6")?.title).toBe("Half done");
    expect(board.commands()).toHaveLength(1);
  });

  it("that are deleted elsewhere hand back the title draft", async () => {
    await open();
    cardOf("t6").focus();
    await userEvent.keyboard("{F2}Half a title");
    board.change((cards) => cards.filter(({ id }) => id !== "t6"));
    await expect.poll(toastText).toContain("t6 is no longer on the board. Your unsaved title: Half a title");
    expect(board.commands()).toEqual([]);
    await button("Use it for a new task").click();
    await expect.element(page.getByRole("textbox", { name: "Title of the new task in Blocked" })).toHaveValue("Half a title");
  });

  it("keep their field open when Enter only ends a composition", async () => {
    await open();
    cardOf("t6").focus();
    await userEvent.keyboard("{F2}Half");
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
    await userEvent.keyboard(" done{Enter}");
    await expect.poll(() => board.commands().length).toBeGreaterThan(0);
    expect(board.commands()).toMatchObject([{ patch: { title: "Half done" } }]);
  });

  it("are selected by click, Ctrl and Shift, and deselected by Escape", async () => {
    await open();
    await userEvent.click(titleOf("t1"));
    await userEvent.click(titleOf("t3.1"), { modifiers: ["Shift"] });
    expect(chosen()).toEqual(["t1", "t1.2.2", "t2.1", "t3.1"]);
    await userEvent.click(titleOf("t2.1"), { modifiers: ["ControlOrMeta"] });
    expect(chosen()).toEqual(["t1", "t1.2.2", "t3.1"]);
    await expect.element(page.getByText("3 tasks selected")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(chosen()).toEqual([]);
  });

  it("of a whole column are selected by Ctrl+A and changed together", async () => {
    await open();
    cardOf("t4.1").focus();
    await userEvent.keyboard("{Control>}a{/Control}");
    expect(chosen()).toEqual(["t1.2", "t1.3.1", "t4.1"]);
    await button("Assign").click();
    expect(board.asked.at(-1)).toEqual(["pick", { field: "assignee", ids: ["t1.2", "t1.3.1", "t4.1"] }]);
  });

  it("of a whole column are selected with their number even if not all are shown", async () => {
    await open({ page: 2 });
    cardOf(idsIn("done")[0] ?? "").focus();
    await userEvent.keyboard("{Control>}a{/Control}");
    await expect.poll(() => chosen().length).toBe(6);
    expect(said()).toBe("6 tasks selected");
  });

  it("are all that Ctrl+A selects", async () => {
    await open();
    board.host.tell("undoable", { summary: "Deleted “Map”" });
    await expect.poll(toastText).toContain("Deleted “Map”");
    await userEvent.click(page.getByRole("toolbar", { name: "Board" }));
    await userEvent.keyboard("{Control>}a{/Control}");
    button("Lanes: None").element().focus();
    await userEvent.keyboard("{Control>}a{/Control}");
    expect(document.getSelection()?.toString()).toBe("");
  });

  it("are shown beside the board when they are clicked, one at a time", async () => {
    await open();
    await userEvent.click(titleOf("t6"));
    await userEvent.click(titleOf("t1"), { modifiers: ["Control"] });
    expect(board.asked.slice(1)).toEqual([["followTask", "t6"]]);
    expect(chosen()).toEqual(["t1", "t6"]);
  });

  it("open by Enter and double click, and are deleted by Delete", async () => {
    await open();
    cardOf("t6").focus();
    await userEvent.keyboard("{Enter}");
    expect(board.asked.at(-1)).toEqual(["openTask", "t6"]);
    await userEvent.dblClick(cardOf("t1"));
    expect(board.asked.at(-1)).toEqual(["openTask", "t1"]);
    await expect.poll(() => hasCard("t6")).toBe(true);
    cardOf("t6").focus();
    await userEvent.keyboard("{Delete}");
    expect(board.asked.at(-1)).toEqual(["deleteTasks", ["t6"]]);
    await expect.poll(() => hasCard("t6")).toBe(false);
    await expect.poll(() => document.activeElement?.closest("[data-stop]")?.getAttribute("data-stop")).not.toBeNull();
  });

  it("pass the selected tasks to the editor's context menu", async () => {
    await open();
    await userEvent.click(titleOf("t1"));
    await userEvent.click(titleOf("t2.1"), { modifiers: ["ControlOrMeta"] });
    await userEvent.click(titleOf("t2.1"), { button: "right" });
    expect(JSON.parse(cardOf("t2.1").dataset["vscodeContext"] ?? "")).toEqual({
      webviewSection: "card",
      taskIds: ["t1", "t2.1"],
      taskHeld: false,
      taskOwn: false,
      taskCanStart: false,
      taskCanComplete: true,
      preventDefaultContextMenuItems: true,
    });
  });

  it("have one tab stop, and arrow keys reach all of them", async () => {
    await open();
    expect(document.querySelectorAll('[data-stop][tabindex="0"]')).toHaveLength(1);
    cardOf("t1").focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(cardOf("t1.2.2"));
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(cardOf("t1.3.1"));
    await userEvent.keyboard("{Home}{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(cardOf("t2"));
    await userEvent.keyboard("{End}");
    await expect.element(button("Add task to To do")).toHaveFocus();
    expect(document.querySelectorAll('[data-stop][tabindex="0"]')).toHaveLength(1);
  });
});
