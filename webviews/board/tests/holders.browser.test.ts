// What others do right now: cards that somebody works on, and messages about changes.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ChangedSubject } from "../../contract/generated/protocol.ts";
import { fakeHolder } from "../../shared/testing/fakeHolder.ts";
import { cardOf, hasCard, openBoard, said } from "../testing/boardPage.ts";
import type { BoardPage } from "../testing/boardPage.ts";
import type { FakeOptions } from "../testing/fakeProject.ts";
import { tideAtlasCards } from "../testing/tideAtlas.ts";

const cards = tideAtlasCards.map((card) => (card.id === "t1.2.2" ? { ...card, holder: fakeHolder(3) } : card));
const codex = fakeHolder(0).actor;

let board: BoardPage;
async function open(more: Partial<FakeOptions> = {}): Promise<void> {
  board = await openBoard({ cards, ...more });
  await expect.poll(() => hasCard("t1.2.2")).toBe(true);
}
afterEach(() => board.close());

it("a held card shows who holds it and since when nothing was heard", async () => {
  await open();
  await expect.poll(() => cardOf("t1.2.2").querySelector(".holder")?.textContent).toBe("codex3 min ago");
  expect(cardOf("t1.2.2").getAttribute("aria-label")).toContain("Held by agent codex");
  expect(cardOf("t6").querySelector(".holder")).toBeNull();
});

it("a card says what its agent needs, a click leads to the agent, and an agent that has ended shows too", async () => {
  const left = { ...fakeHolder(20), actor: { ...codex, name: "gemini-cli" } };
  await open({
    cards: tideAtlasCards.map((card) => (card.id === "t1.2.2" ? { ...card, holder: { ...fakeHolder(3), needs: "answer" as const } } : card.id === "t6" ? { ...card, ended: left } : card)),
  });
  await expect.poll(() => cardOf("t1.2.2").querySelector(".holder")?.textContent).toBe("codex asks a question");
  expect(cardOf("t1.2.2").getAttribute("aria-label")).toContain("Held by agent codex, asks a question");
  cardOf("t1.2.2").querySelector<HTMLElement>(".holder")?.click();
  await expect.poll(() => board.asked.at(-1)).toEqual(["goToHolder", "t1.2.2"]);
  expect(cardOf("t6").querySelector(".holder")?.textContent).toBe("gemini-cli ended");
  expect(cardOf("t6").getAttribute("aria-label")).toContain("gemini-cli has ended without finishing");
});

it("a card whose timer runs has a mark with the time, which goes with the timer", async () => {
  const since = Date.now() - 12.5 * 60_000;
  await open({ timers: [{ id: "t1.2.2", since }] });
  const mark = () => cardOf("t1.2.2").querySelector(".timer-mark");
  await expect.poll(() => mark()?.textContent).toBe("0:12");
  expect([mark()?.getAttribute("aria-label"), mark()?.getAttribute("title")]).toEqual(["Timer running: 12 min", "Timer running: 12 min"]);
  expect(cardOf("t1.2.2").getAttribute("aria-label")).toContain("Timer running");
  expect(document.querySelectorAll(".timer-mark").length).toBe(1);
  board.host.tell("timers", [{ id: "t6", since, agent: codex }]);
  await expect.poll(() => cardOf("t6").querySelector(".timer-mark")?.getAttribute("aria-label")).toBe("Timer running for agent codex: 12 min");
  expect(mark()).toBeNull();
});

it("an assigned agent looks and sounds different from a person", async () => {
  await open({ cards: tideAtlasCards.map((card) => ({ ...card, assignee: card.id === "t6" ? "ai" : "maya" })) });
  const [agent, person] = [cardOf("t6"), cardOf("t2")].map((card) => card.querySelector(".avatar"));
  expect(agent?.querySelector(".codicon-hubot")).not.toBeNull();
  expect(agent?.getAttribute("aria-label")).toBe("Assignee: agent AI agent");
  expect(person?.querySelector(".codicon")).toBeNull();
  expect(person?.getAttribute("aria-label")).toBe("Assignee: Maya Ito");
});

it("a change of a held card offers to take the task over, which is no undo step", async () => {
  await open({ held: { id: "t1.2.2", actor: codex } });
  cardOf("t1.2.2").focus();
  await userEvent.keyboard("{F2}Parse feeds{Enter}");
  await expect.element(page.getByText("t1.2.2 is held by agent codex.").first()).toBeVisible();
  expect(said()).toBe("Changed “t1.2.2”. t1.2.2 is held by agent codex.");
  const buttons = [...document.querySelectorAll(".toast button")].map((button) => button.textContent);
  expect(buttons).toEqual(["Take Over", "Undo", ""]);
  await page.getByRole("button", { name: "Take Over" }).click();
  await expect.poll(() => board.commands().at(-1)).toEqual({ kind: "claimTask", id: "t1.2.2", takeOver: true });
  await expect.poll(() => document.querySelector(".toast")?.textContent).toBe("claimTask");
});

it("the context menu of a card knows whether the task is held", async () => {
  await open({ claims: { own: ["t6"], others: ["t1.2.2"], nextEnd: 0 } });
  const context = (id: string): unknown => {
    cardOf(id).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }));
    return JSON.parse(cardOf(id).dataset["vscodeContext"] ?? "");
  };
  expect(context("t1.2.2")).toMatchObject({ taskHeld: true, taskOwn: false });
  expect(context("t6")).toMatchObject({ taskHeld: false, taskOwn: true });
  expect(context("t2")).toMatchObject({ taskHeld: false, taskOwn: false });
});

it("a message says what an agent has changed, and leads to the task", async () => {
  await open();
  const change = { kind: "field", field: "status", from: "todo", to: "done" } as const;
  const event = { id: "e", at: "2026-11-24T09:00:00Z", actor: codex, task: "t6", change };
  const subject: ChangedSubject = { kind: "task", id: "t6", title: "Release notes", status: "done", events: [event], more: 0 };
  board.host.tell("news", { actors: [{ actor: codex, observed: false, subjects: [subject], more: 0 }], more: 0 });
  await expect.poll(() => document.querySelector(".toast")?.textContent).toContain("codex: Release notes");
  expect(said()).toBe("codex: Release notes changed the status from To do to Done");
  expect(document.querySelector(".toast .actor-icon.agent")).not.toBeNull();
  await page.getByRole("button", { name: "Open Task" }).click();
  await expect.poll(() => board.asked.at(-1)).toEqual(["openTask", "t6"]);
  expect(document.querySelector(".toast")).toBeNull();
});
