import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Proposal } from "../../contract/generated/protocol.ts";
import { gate } from "../../shared/testing/gate.ts";
import { openPanels } from "../testing/panelsPage.tsx";
import type { PanelsPage } from "../testing/panelsPage.tsx";
import type { FakeOptions } from "../testing/fakeHost.ts";
import { day, fewMoves, manyMoves, viewOf } from "../testing/fakeView.ts";

let panels: PanelsPage;
async function open(options: FakeOptions = {}): Promise<void> {
  panels = await openPanels(options);
  await button("Auto-schedule…").click();
  await expect.poll(() => document.querySelector(".proposal-answer")?.getAttribute("aria-busy")).toBe("false");
}
beforeEach(() => page.viewport(1280, 800));
afterEach(() => panels.close());

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const box = (name: string) => page.getByRole("checkbox", { name });
const answer = (): string => document.querySelector(".proposal-answer")?.textContent ?? "";
const ghosts = (): string[] => panels.state.ghosts.value.map(({ id }) => id);

describe("a proposal", () => {
  it("appears at once with ghost bars in the chart", async () => {
    await open();
    expect(panels.of("propose")).toEqual([{ kind: "auto" }]);
    for (const words of ["8 Jan 2027", "16 days later", "2 targets would be missed", "1 person would be overbooked", "2 days over 120%", "busiest day 150% of 8 h", "172 days of work", "4 tasks get new dates", "18 days after Beta"]) {
      await expect.poll(answer).toContain(words);
    }
    expect(ghosts()).toEqual(["t1", "t1.3", "t2.1", "t2.2", "t3"]);
  });

  it("is recalculated after each change of its options", async () => {
    await open();
    const from = page.getByRole("textbox", { name: "Start no earlier than" });
    await expect.element(from).toHaveAccessibleDescription("Today");
    await from.fill("1 Dec");
    await expect.element(from).toHaveAccessibleDescription("Tue, 1 Dec 2026");
    await userEvent.keyboard("{Enter}");
    await box("Only resolve overbooked days").click();
    await button("Tasks of: Everyone").click();
    await page.getByRole("menuitemcheckbox", { name: "Maya Ito" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Unassigned" }).click();
    await expect
      .poll(() => panels.of("propose").at(-1))
      .toEqual({ kind: "auto", from: "2026-12-01", level: true, assignees: ["maya", ""] });
  });

  it("sets the shown dates in one change", async () => {
    await open();
    await button("Apply to all 4 tasks").click();
    await expect.poll(() => panels.of("execute")).toEqual([
      {
        kind: "reschedule",
        reschedule: {
          kind: "set",
          dates: [
            { id: "t1.3", startDate: "2026-11-30", dueDate: "2026-12-09" },
            { id: "t2.1", startDate: "2026-12-10", dueDate: "2026-12-21" },
            { id: "t2.2", startDate: "2026-12-22", dueDate: "2027-01-07" },
            { id: "t3", startDate: "2027-01-08", dueDate: "2027-01-08" },
          ],
        },
      },
    ]);
    await expect.poll(() => document.querySelector(".proposal")).toBeNull();
    expect(ghosts()).toEqual([]);
    await expect.element(button("Auto-schedule…")).toHaveFocus();
    expect(panels.of("propose")).toHaveLength(1);
  });

  it("is accepted in part, without the ghosts of excluded tasks", async () => {
    await open();
    await box("Tide curve chart").click();
    await box("Release notes").click();
    expect(ghosts()).toEqual(["t1", "t1.3", "t2.2"]);
    await button("Apply to 2 of 4 tasks").click();
    await expect.poll(() => panels.of("execute").length).toBe(1);
    expect(panels.of("execute")[0]).toMatchObject({ reschedule: { dates: [{ id: "t1.3" }, { id: "t2.2" }] } });
  });

  it("excludes and includes all tasks at once", async () => {
    await open();
    await box("4 tasks get new dates").click();
    await expect.poll(ghosts).toEqual(["t1"]);
    await expect.element(button("Apply to 0 of 4 tasks")).toBeDisabled();
    await box("Tide curve chart").click();
    expect(document.querySelector<HTMLInputElement>(".all-box input")?.indeterminate).toBe(true);
    await box("4 tasks get new dates").click();
    await expect.element(button("Apply to all 4 tasks")).toBeEnabled();
  });

  it("without changes shows a message", async () => {
    await open({ propose: () => ({ ...fewMoves, moves: [], late: [], load: [] }) });
    expect(answer()).toBe("No dates need to change.");
    await expect.element(button(/^Apply/u)).not.toBeInTheDocument();
  });

  it.each([1280, 320])("fits into its panel at %i pixels, also long names and loads", async (width) => {
    await page.viewport(width, 800);
    panels = await openPanels();
    panels.state.isScheduling.value = true;
    await expect.poll(answer).toContain("172 days of work");
    const panel = document.querySelector(".proposal-answer") ?? document.body;
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);
  });

  it("that the engine refuses shows a sentence", async () => {
    const refusal = { code: "dependency-cycle" as const, text: { template: "{task} waits for itself.", args: { task: "t1" } } };
    await open({ propose: () => ({ ...fewMoves, moves: [], refusal }) });
    await expect.element(page.getByRole("alert")).toHaveTextContent("t1 waits for itself.");
  });

  it("that cannot be calculated shows a message", async () => {
    await open({
      propose: () => {
        throw new Error("out of memory");
      },
    });
    await expect.element(page.getByRole("alert")).toHaveTextContent("The dates could not be calculated.");
  });

  it("that is refused on apply stays open with the reason", async () => {
    await open({ refuse: () => "t2.1 was changed in the meantime." });
    await button("Apply to all 4 tasks").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("t2.1 was changed in the meantime.");
    expect(panels.state.notice.value).toBeNull();
    await expect.element(button("Apply to all 4 tasks")).toBeEnabled();
  });

  it("is read-only if the project is", async () => {
    await open({ readOnly: "untrusted" });
    expect(answer()).toContain("4 tasks get new dates");
    await expect.element(button(/^Apply/u)).not.toBeInTheDocument();
  });
});

describe("what comes of a proposal", () => {
  it("follows the accepted tasks", async () => {
    const part: Proposal = { ...fewMoves, end: fewMoves.endBefore, moves: fewMoves.moves.slice(0, 1).map((move) => ({ ...move, due: day("2026-12-06") })), late: [], load: [] };
    await open({ propose: (change) => (change.kind === "auto" ? fewMoves : part) });
    const end = (): string => document.querySelector(".proposal-end")?.textContent ?? "";
    await expect.poll(end).toBe("End of the work23 Dec8 Jan 2027(16 days later)");
    await box("Tide curve chart").click();
    await expect.poll(() => panels.of("propose").at(-1)).toMatchObject({ kind: "set", dates: [{ id: "t1.3" }, { id: "t2.2" }, { id: "t3" }] });
    await expect.poll(end).toBe("End of the work23 Decno change");
    expect(answer()).not.toContain("targets would be missed");
    expect(panels.state.ghosts.value.find(({ id }) => id === "t1")?.due).toBe(day("2026-12-06"));
    await box("Tide curve chart").click();
    await expect.poll(end).toContain("16 days later");
  });

  it("lists no parents, and is dropped by Cancel", async () => {
    await open();
    expect([...document.querySelectorAll(".move-title")].map(({ textContent }) => textContent)).not.toContain("Platform foundation");
    await button("Cancel").click();
    await expect.poll(() => document.querySelector(".proposal")).toBeNull();
    expect(panels.of("execute")).toEqual([]);
  });

  it("explains overbooked days, and offers to assign what nobody does", async () => {
    await open();
    expect(answer()).toContain("Tasks that have begun or are pinned keep their dates.");
    await button("Assign…").click();
    await expect.poll(() => panels.of("pick")).toEqual([{ field: "assignee", ids: ["t3"] }]);
  });
});

describe("an open proposal", () => {
  it.each([1280, 640])("keeps messages clear of its buttons at %i pixels", async (width) => {
    await page.viewport(width, 700);
    await open();
    await panels.actions.runCommand({ kind: "updateTasks", ids: ["t3"], patch: { title: "Notes" } });
    await expect.poll(() => document.querySelector(".toast")).not.toBeNull();
    const rectOf = (selector: string): DOMRect => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const isClear = (): boolean => {
      const [toast, apply] = [rectOf(".toast"), rectOf(".proposal-decision .button")];
      return toast.right <= apply.left || toast.left >= apply.right || toast.top >= apply.bottom || toast.bottom <= apply.top;
    };
    await expect.poll(isClear).toBe(true);
  });

  it("is recalculated on project changes and keeps its exclusions", async () => {
    const later: Proposal = { ...fewMoves, revision: 2, moves: fewMoves.moves.filter(({ id }) => id !== "t3") };
    await open({ propose: (_, times) => (times === 1 ? fewMoves : later) });
    await box("Tide curve chart").click();
    panels.change(viewOf(undefined, { revision: 2 }));
    await expect.poll(answer).toContain("The project has changed, so the dates were recalculated.");
    expect(answer()).toContain("3 tasks get new dates");
    await expect.element(button("Apply to 2 of 3 tasks")).toBeEnabled();
  });

  it("says nothing about project changes that leave the dates alone", async () => {
    await open();
    panels.change(viewOf(undefined, { revision: 2 }));
    await expect.poll(() => panels.of("propose").length).toBe(2);
    await expect.poll(() => document.querySelector(".proposal-answer")?.getAttribute("aria-busy")).toBe("false");
    expect(answer()).not.toContain("The project has changed");
  });

  it("ignores the answer to an older question", async () => {
    const first = gate();
    panels = await openPanels({
      propose: async (reschedule, times) => {
        if (times === 1) await first.wait();
        return "level" in reschedule ? { ...fewMoves, moves: [] } : fewMoves;
      },
    });
    panels.state.isScheduling.value = true;
    await box("Only resolve overbooked days").click();
    await expect.poll(answer).toContain("No dates need to change.");
    first.open();
    // Answers come in order: after two more, the first has arrived.
    await panels.actions.propose({ kind: "auto", level: true });
    await panels.actions.propose({ kind: "auto", level: true });
    expect(answer()).toContain("No dates need to change.");
    expect(ghosts()).toEqual([]);
  });

  it("removes its ghosts on close, even those of a late answer", async () => {
    panels = await openPanels();
    panels.state.isScheduling.value = true;
    await expect.poll(() => panels.of("propose").length).toBe(1);
    panels.state.isScheduling.value = false;
    await expect.poll(() => document.querySelector(".proposal")).toBeNull();
    panels.state.isScheduling.value = true;
    await expect.poll(ghosts).toHaveLength(5);
    panels.state.isScheduling.value = false;
    await expect.poll(ghosts).toEqual([]);
  });

  it("leaves the first Escape to its menu", async () => {
    await open();
    await button("Tasks of: Everyone").click();
    await expect.element(page.getByRole("menuitemcheckbox", { name: "Maya Ito" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Tasks of: Everyone")).toHaveFocus();
    expect(document.querySelector(".proposal")).not.toBeNull();
  });

  it("leaves the first Escape to its calendar and the second to a typed date", async () => {
    await open();
    const from = page.getByRole("textbox", { name: "Start no earlier than" });
    await from.fill("tomorrow");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("gridcell", { name: /^Wednesday,? 25 November 2026$/u })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(from).toHaveFocus();
    await expect.element(from).toHaveValue("tomorrow");
    await userEvent.keyboard("{Escape}");
    await expect.element(from).toHaveValue("24 Nov 2026");
    expect(panels.of("propose")).toHaveLength(1);
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.querySelector(".proposal")).toBeNull();
  });

  it("closes on Escape and returns the focus", async () => {
    await open();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.querySelector(".proposal")).toBeNull();
    await expect.element(button("Auto-schedule…")).toHaveFocus();
  });

  it("shows a task in the chart", async () => {
    await open();
    const shown: string[] = [];
    panels.state.navigator.value = { zoomTo: () => undefined, fit: () => undefined, toDay: () => undefined, toProposed: () => undefined, toLine: () => undefined, toRow: (key) => shown.push(key) };
    await page.getByRole("listitem").filter({ hasText: "Tide curve chart" }).hover();
    await page.getByRole("listitem").filter({ hasText: "Tide curve chart" }).getByRole("button").click();
    expect(shown).toEqual(["t2.1"]);
  });

  it("renders only visible rows of three thousand tasks", async () => {
    // By selector: a search by role would lay out every row.
    panels = await openPanels({ propose: () => manyMoves(3000) });
    panels.state.isScheduling.value = true;
    await expect.poll(() => document.querySelectorAll(".move").length, { timeout: 20_000 }).toBe(2700);
    const laidOut = [...document.querySelectorAll(".move-title")].filter((one) => one.checkVisibility({ contentVisibilityAuto: true }));
    expect(laidOut.length).toBeLessThan(100);
    document.getElementById("move-t5")?.click();
    await expect.poll(() => document.querySelector(".proposal-decision .primary")?.textContent).toBe("Apply to 2699 of 2700 tasks");
  });

  it("has no message over its buttons, which appear later than the message", async () => {
    const answered = gate();
    panels = await openPanels({ propose: () => answered.wait().then(() => fewMoves) });
    await button("Auto-schedule…").click();
    panels.host.tell("undoable", { summary: "Moved t1: a message as long as the foot of the panel is wide" });
    await expect.poll(() => document.querySelector(".toast")?.textContent).toContain("Moved t1");
    answered.open();
    await expect.element(button("Apply to all 4 tasks")).toBeVisible();
    const message = document.querySelector(".toast");
    expect(message).not.toBeNull();
    const covers = (name: string): boolean => {
      const { left, right, top, bottom } = message?.getBoundingClientRect() ?? new DOMRect();
      const other = button(name).element().getBoundingClientRect();
      return left < other.right && right > other.left && top < other.bottom && bottom > other.top;
    };
    await expect.poll(() => ["Apply to all 4 tasks", "Cancel"].filter(covers)).toEqual([]);
    expect(message?.isConnected).toBe(true);
  });
});
