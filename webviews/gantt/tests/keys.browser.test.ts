import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeDay } from "../testing/fakeGantt.ts";
import type { FakeGanttOptions } from "../testing/fakeGantt.ts";
import { cellOf, chosen, hasBar, hasDates, hasRow, isLaidOut, openGantt, rowIds, rowOf, said, scroller, tip } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";
import { manyTasks } from "../testing/manyTasks.ts";
import type { FakeTask } from "../testing/tasks.ts";

const tasks: FakeTask[] = [
  { id: "a", title: "Alpha", start: fakeDay, due: fakeDay + 2, hours: 12, assignee: "maya" },
  { id: "b", title: "Beta", start: fakeDay + 3, due: fakeDay + 3, after: [{ id: "a", kind: "finishToStart", lag: 0 }] },
  { id: "p", title: "Parent" },
  { id: "p1", title: "Child", parent: "p", start: fakeDay + 6, due: fakeDay + 7 },
  { id: "p2", title: "Second", parent: "p" },
];

let chart: GanttTestPage;
async function open(more: Partial<FakeGanttOptions> = {}): Promise<void> {
  chart = await openGantt({ tasks, ...more });
  await expect.poll(() => hasBar(more.tasks === undefined ? "a" : "t5") && isLaidOut() && hasDates()).toBe(true);
}
afterEach(() => chart.close());

const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const command = () => chart.commands().at(-1);
const dates = (id: string) => [chart.task(id)?.start, chart.task(id)?.due].map((at) => (at === undefined ? undefined : at - fakeDay));
const focused = () => (document.activeElement instanceof HTMLElement ? (document.activeElement.dataset["row"] ?? document.activeElement.dataset["column"]) : undefined);

/** Where the rows of the grid are, in the order of the page. */
const tops = () => [...document.querySelectorAll<HTMLElement>(".grid [data-row]")].map(({ offsetTop }) => offsetTop);

describe("in the grid", () => {
  it("arrow keys move through rows and cells and fold rows", async () => {
    await open();
    rowOf("a").focus();
    await press("{ArrowDown}{ArrowDown}");
    await expect.poll(focused).toBe("p");
    await press("{ArrowLeft}");
    await expect.poll(() => hasRow("p1")).toBe(false);
    expect(rowOf("p").getAttribute("aria-expanded")).toBe("false");
    await press("{ArrowRight}{ArrowDown}");
    await expect.poll(focused).toBe("p1");
    await press("{ArrowRight}");
    await expect.poll(focused).toBe("title");
    await press("{ArrowLeft}{ArrowLeft}");
    await expect.poll(focused).toBe("p");
  });

  it("has one tab stop, even when its row is out of view or hidden by folding", async () => {
    await open({ tasks: manyTasks(3000) });
    const stops = () => document.querySelectorAll('.grid [tabindex="0"]').length;
    expect(stops()).toBe(1);
    rowOf("t5").focus();
    scroller().scrollTop = 40_000;
    await expect.poll(() => rowIds().length > 20 && hasRow("t5") && rowIds().at(-1) !== "t5").toBe(true);
    expect([stops(), focused()]).toEqual([1, "t5"]);
    await press("{ArrowDown}");
    await expect.poll(() => scroller().scrollTop).toBeLessThan(1000);
    await press("{Control>}{End}{/Control}");
    await expect.poll(() => scroller().scrollTop).toBeGreaterThan(80_000);
    expect(stops()).toBe(1);
  });

  it("a focused row that is scrolled out of view does not draw the page back", async () => {
    await open({ tasks: manyTasks(3000) });
    rowOf("t5").focus();
    for (const top of [600, 1200, 1800]) {
      scroller().scrollTop = top;
      await expect.poll(() => tops().includes(Math.ceil(top / 28) * 28)).toBe(true);
      expect(tops()).toEqual(tops().toSorted((one, other) => one - other));
      expect(scroller().scrollTop).toBe(top);
    }
    expect(focused()).toBe("t5");
  });

  it("Shift selects a range, X and Control one row, Escape none", async () => {
    await open();
    rowOf("a").focus();
    await press("{Shift>}{ArrowDown}{/Shift}");
    await expect.poll(chosen).toEqual(["a", "b"]);
    await press("x");
    await expect.poll(chosen).toEqual(["a"]);
    await press("{Escape}");
    await expect.poll(chosen).toEqual([]);
  });

  it("a click on a row shows its task beside the chart", async () => {
    await open();
    await userEvent.click(rowOf("b"));
    await expect.poll(() => chart.asked.slice(1)).toEqual([["followTask", "b"]]);
  });

  it("Enter opens, Delete asks, F2 edits the title", async () => {
    await open();
    rowOf("a").focus();
    await press("{Enter}{Delete}");
    await expect.poll(() => chart.asked.slice(1)).toEqual([
      ["openTask", "a"],
      ["deleteTasks", ["a"]],
    ]);
    rowOf("b").focus();
    await press("{F2}");
    await expect.poll(() => document.activeElement?.tagName).toBe("TEXTAREA");
    await press("Better{Enter}");
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["b"], patch: { title: "Better" }, seen: { title: "Beta" } });
    await expect.poll(focused).toBe("b");
  });

  it("typing in a cell triggers no chart key, and a click elsewhere ends the edit", async () => {
    await open();
    rowOf("b").focus();
    await press("{F2}");
    await expect.poll(() => document.activeElement?.tagName).toBe("TEXTAREA");
    await press("x0 l{ArrowUp}{ArrowLeft}{Home}");
    expect([chosen(), document.activeElement?.tagName]).toEqual([[], "TEXTAREA"]);
    const filter = page.getByRole("textbox", { name: "Filter by text" });
    await userEvent.click(filter);
    await press("a");
    await expect.element(filter).toHaveFocus();
    await expect.element(filter).toHaveValue("a");
    expect(command()).toEqual({ kind: "updateTasks", ids: ["b"], patch: { title: "x0 l" }, seen: { title: "Beta" } });
  });

  it.each([
    ["start", "2026-11-23", { kind: "reschedule", reschedule: { kind: "set", dates: [{ id: "a", startDate: "2026-11-23", dueDate: "2026-11-26" }], seen: [{ id: "a", startDate: "2026-11-24", dueDate: "2026-11-26" }], push: true } }],
    ["hours", "7.5", { kind: "updateTasks", ids: ["a"], patch: { estimateHours: 7.5 }, seen: { estimateHours: 12 } }],
  ])("a double click edits %s", async (column, typed, wanted) => {
    await open({ kept: { grid: 700 } });
    await userEvent.dblClick(cellOf("a", column));
    await expect.poll(() => document.activeElement?.tagName).toBe("INPUT");
    await userEvent.fill(document.activeElement as HTMLInputElement, typed);
    await press("{Enter}");
    await expect.poll(command).toEqual(wanted);
  });

  it("assignees open the editor's picker, and parents' dates are read-only", async () => {
    await open({ kept: { grid: 700 } });
    await userEvent.dblClick(cellOf("a", "assignee"));
    await expect.poll(() => chart.asked.at(-1)).toEqual(["pick", { field: "assignee", ids: ["a"] }]);
    await userEvent.dblClick(cellOf("p", "start"));
    expect(document.querySelector(".grid input")).toBeNull();
  });
});

describe("bars by keys", () => {
  it("Alt with arrows moves by days and drops on release", async () => {
    await open();
    rowOf("a").focus();
    await press("{Alt>}{ArrowRight}{ArrowRight}");
    await expect.poll(said).toContain("Thu, 26 Nov 2026 – Mon, 30 Nov 2026 · 3 working days");
    expect(chart.commands()).toEqual([]);
    await press("{/Alt}");
    await expect.poll(command).toMatchObject({ reschedule: { kind: "shift", ids: ["a"], days: 2, push: true } });
    await expect.poll(() => dates("a")).toEqual([2, 6]);
  });

  it("Shift resizes the end, Control the start", async () => {
    await open();
    rowOf("a").focus();
    await press("{Shift>}{Alt>}{ArrowRight}{/Alt}{/Shift}");
    await expect.poll(() => dates("a")).toEqual([0, 3]);
    await press("{Control>}{Alt>}{ArrowRight}{/Alt}{/Control}");
    await expect.poll(() => dates("a")).toEqual([1, 3]);
  });

  it("Space picks up, arrows skip closed days, Enter drops, Escape cancels", async () => {
    await open();
    rowOf("b").focus();
    await press(" ");
    await expect.poll(said).toContain("Picked up Beta.");
    await press("{ArrowRight}");
    // From Friday over the weekend.
    await expect.poll(said).toContain("Mon, 30 Nov 2026");
    await press("{Escape}");
    await expect.poll(said).toBe("Beta is back at its original position.");
    await press(" {ArrowLeft}{Enter}");
    await expect.poll(() => dates("b")).toEqual([2, 2]);
    expect(chart.commands()).toHaveLength(1);
  });

  it("L adds a dependency, K changes its kind", async () => {
    await open();
    rowOf("a").focus();
    await press("l{ArrowDown}{ArrowDown}{ArrowDown}");
    await expect.poll(tip).toBe("Child starts after Alpha has ended.");
    await press("k{Enter}");
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["p1"], patch: { dependency: { id: "a", kind: "startToStart", lag: 0 } } });
    await press("l{ArrowUp}{Escape}");
    await expect.poll(said).toBe("No dependency was added.");
    expect(chart.commands()).toHaveLength(1);
  });

  it("Alt with up and down reorders rows, Control and Shift with left and right indents them", async () => {
    await open();
    rowOf("b").focus();
    await press("{Alt>}{ArrowUp}{/Alt}");
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["b"], patch: {}, position: { parent: null, place: { kind: "before", id: "a" } } });
    await expect.poll(() => rowIds().slice(0, 2)).toEqual(["b", "a"]);
    rowOf("a").focus();
    await press("{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}");
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["a"], patch: {}, position: { parent: "b", place: { kind: "last" } } });
    await expect.poll(() => rowOf("a").getAttribute("aria-level")).toBe("2");
    await press("{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}");
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["a"], patch: {}, position: { parent: null, place: { kind: "after", id: "b" } } });
  });

  it("Control+Z undoes, Control+Shift+Z redoes", async () => {
    await open();
    rowOf("a").focus();
    await press("{Alt>}{ArrowRight}{/Alt}");
    await expect.poll(() => dates("a")).toEqual([1, 3]);
    await press("{Control>}z{/Control}");
    await expect.poll(() => dates("a")).toEqual([0, 2]);
    await press("{Control>}{Shift>}z{/Shift}{/Control}");
    await expect.poll(() => dates("a")).toEqual([1, 3]);
  });
});
