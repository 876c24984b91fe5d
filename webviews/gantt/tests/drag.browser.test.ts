import { afterEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { middle, mouse } from "../../shared/testing/pointer.ts";
import { gate } from "../../shared/testing/gate.ts";
import { fakeDay } from "../testing/fakeGantt.ts";
import type { FakeGanttOptions } from "../testing/fakeGantt.ts";
import { barOf, chosen, hasBar, isLaidOut, openGantt, partOf, rowOf, said, scroller, tip } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";
import type { FakeTask } from "../testing/tasks.ts";

// Tuesday, 24 November 2026; at 20 px per day.
const tasks: FakeTask[] = [
  { id: "a", title: "Alpha", start: fakeDay, due: fakeDay + 2, hours: 12 },
  { id: "b", title: "Beta", start: fakeDay + 3, due: fakeDay + 3, after: [{ id: "a", kind: "finishToStart", lag: 0 }] },
  { id: "c", title: "Gamma", start: fakeDay, due: fakeDay + 1 },
  { id: "d", title: "Delta" },
  { id: "p", title: "Parent" },
  { id: "p1", title: "Child", parent: "p", start: fakeDay + 6, due: fakeDay + 7 },
];
const day = 20;

let chart: GanttTestPage;
async function open(more: Partial<FakeGanttOptions> = {}): Promise<void> {
  chart = await openGantt({ tasks, ...more, kept: { px: day, ...(more.kept as object) } });
  await expect.poll(() => hasBar("a") && isLaidOut()).toBe(true);
}
afterEach(() => chart.close());

const rescheduled = () => chart.commands().filter(({ kind }) => kind === "reschedule").at(-1);
const command = () => chart.commands().at(-1);
const dates = (id: string) => [chart.task(id)?.start, chart.task(id)?.due].map((at) => (at === undefined ? undefined : at - fakeDay));

/** Reads the position once: the chart may replace the element, and a removed element is at 0, 0. */
async function take(element: Element, days: number): Promise<void> {
  const { x, y } = middle(element);
  await mouse.down({ x, y });
  await mouse.move({ x: x + days * day, y });
}

describe("a bar", () => {
  it("moves by whole days together with its dependents", async () => {
    await open();
    await take(barOf("a"), 1);
    await expect.poll(tip).toContain("Wed, 25 Nov 2026");
    await expect.poll(tip).toContain("3 working days · 12 h");
    await expect.poll(tip).toContain("Moves 1 dependent task too");
    await expect.poll(() => document.querySelector('[data-bar="b"] .ghost')).not.toBeNull();
    await mouse.up();
    await expect.poll(rescheduled).toEqual({ kind: "reschedule", reschedule: { kind: "shift", ids: ["a"], days: 1, workingDays: true, push: true } });
    await expect.poll(() => dates("a")).toEqual([1, 3]);
    await expect.poll(() => dates("b")).toEqual([4, 4]);
    expect(document.querySelector(".tip, .ghost")).toBeNull();
  });

  it("says how many tasks it makes late, not how many targets they miss", async () => {
    const late = { id: "b", title: "Beta", days: 1 };
    await open({ late: [late, { ...late, milestone: "v1" }] });
    await take(barOf("a"), 1);
    await expect.poll(tip).toContain("1 task would be late");
    await mouse.up();
  });

  it("leaves its dependents in place if Alt is pressed at the drop", async () => {
    await open();
    await take(barOf("a"), 1);
    await userEvent.keyboard("{Alt>}");
    await mouse.up(1);
    await userEvent.keyboard("{/Alt}");
    await expect.poll(rescheduled).toEqual({ kind: "reschedule", reschedule: { kind: "shift", ids: ["a"], days: 1, workingDays: true } });
  });

  it("skips closed days unless they count as working days", async () => {
    await open();
    const before = barOf("c").getBoundingClientRect().left;
    await take(barOf("c"), 4);
    // Saturday is not a working day, so it moves to Monday.
    await expect.poll(() => barOf("c").getBoundingClientRect().left).toBe(before + 6 * day);
    await userEvent.keyboard("{Escape}");
    await mouse.up();
    chart.close();
    await open({ kept: { switches: { workingDays: false } } });
    await take(barOf("c"), 4);
    await expect.poll(() => barOf("c").getBoundingClientRect().left).toBe(before + 4 * day);
    await mouse.up();
    await expect.poll(rescheduled).toMatchObject({ reschedule: { days: 4, workingDays: false } });
  });

  it("is resized at either end", async () => {
    await open();
    await take(partOf("a", '[data-end="end"]'), 1);
    await mouse.up();
    await expect.poll(rescheduled).toMatchObject({ reschedule: { kind: "set", dates: [{ id: "a", startDate: "2026-11-24", dueDate: "2026-11-27" }], push: true } });
    await expect.poll(() => dates("a")).toEqual([0, 3]);
    await take(partOf("a", '[data-end="start"]'), 2);
    await mouse.up();
    await expect.poll(() => dates("a")).toEqual([2, 3]);
  });

  it("returns on Escape", async () => {
    await open();
    const before = barOf("a").getBoundingClientRect().left;
    await take(barOf("a"), 3);
    await expect.poll(tip).not.toBe("");
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => barOf("a").getBoundingClientRect().left).toBe(before);
    await mouse.up();
    expect(chart.commands()).toEqual([]);
    expect(said()).toBe("Alpha is back at its original position.");
  });

  it("stays at its new place while the command runs and returns with the reason if refused", async () => {
    const held = gate();
    await open({ gate: held.wait, refuse: () => "That would be a circle." });
    const before = barOf("a").getBoundingClientRect().left;
    await take(barOf("a"), 1);
    await mouse.up();
    await expect.poll(rescheduled).toBeDefined();
    expect(barOf("a").getBoundingClientRect().left).toBe(before + day);
    held.open();
    await expect.poll(tip).toContain("That would be a circle.");
    await expect.poll(() => barOf("a").getBoundingClientRect().left).toBe(before);
    expect(said()).toBe("Not changed. That would be a circle.");
  });

  it("moves the other selected bars too", async () => {
    await open();
    await userEvent.click(barOf("a"));
    await userEvent.click(rowOf("c"), { modifiers: ["ControlOrMeta"] });
    expect(chosen()).toEqual(["a", "c"]);
    await take(barOf("c"), 1);
    await mouse.up();
    await expect.poll(rescheduled).toMatchObject({ reschedule: { kind: "shift", ids: ["a", "c"], days: 1 } });
  });

  it("of a parent moves its children too", async () => {
    await open();
    const before = barOf("p1").getBoundingClientRect().left;
    await take(barOf("p"), 1);
    await expect.poll(() => barOf("p1").getBoundingClientRect().left).toBe(before + day);
    await mouse.up();
    await expect.poll(rescheduled).toMatchObject({ reschedule: { ids: ["p"], days: 1 } });
    await expect.poll(() => dates("p1")).toEqual([7, 8]);
  });

  it("of a task without dates is drawn on its empty row", async () => {
    await open();
    const row = rowOf("d").getBoundingClientRect();
    const from = { x: barOf("a").getBoundingClientRect().left + day / 2, y: row.top + row.height / 2 };
    await mouse.down(from);
    await mouse.move({ x: from.x + 2 * day, y: from.y });
    await expect.poll(tip).toContain("3 working days");
    await mouse.up();
    await expect.poll(() => dates("d")).toEqual([0, 2]);
  });

  it("does not move if read-only", async () => {
    await open({ readOnly: "untrusted" });
    await take(barOf("a"), 3);
    await mouse.up();
    expect(chart.asked.map(([name]) => name)).toEqual(["ready"]);
  });
});

describe("another change during a drag", () => {
  it("moves other bars while the drag continues", async () => {
    await open();
    const before = barOf("c").getBoundingClientRect().left;
    await take(barOf("a"), 1);
    await expect.poll(tip).toContain("25 Nov");
    chart.change((all) => all.map((task) => (task.id === "c" ? { ...task, start: fakeDay + 2, due: fakeDay + 3 } : task)));
    await expect.poll(() => barOf("c").getBoundingClientRect().left).toBe(before + 2 * day);
    expect(tip()).toContain("25 Nov");
    await mouse.up();
    await expect.poll(() => dates("a")).toEqual([1, 3]);
  });

  it("ends the drag if the dragged task changes its dates or is deleted", async () => {
    await open();
    await take(barOf("a"), 1);
    await expect.poll(tip).toContain("25 Nov");
    chart.change((all) => all.map((task) => (task.id === "a" ? { ...task, start: fakeDay + 10, due: fakeDay + 11 } : task)));
    await expect.poll(said).toContain("changed elsewhere");
    expect(tip()).toBe("");
    await mouse.up();
    await take(barOf("c"), 1);
    await expect.poll(tip).toContain("25 Nov");
    chart.change((all) => all.filter(({ id }) => id !== "c"));
    await expect.poll(said).toBe("The task no longer exists, so nothing was moved.");
    await mouse.up();
    expect(chart.commands()).toEqual([]);
  });

  it("does not apply stale answers", async () => {
    const held = gate();
    await open({ proposalGate: held.wait });
    await take(barOf("a"), 1);
    await expect.poll(() => chart.asked.filter(([name]) => name === "propose").length).toBe(1);
    await userEvent.keyboard("{Escape}");
    await mouse.up();
    held.open();
    await vi.waitFor(() => expect(document.querySelector(".ghost")).toBeNull());
    expect(tip()).toBe("");
  });
});

describe("a dependency", () => {
  it.each([
    ["end", -1, "finishToStart"],
    ["end", 1, "finishToFinish"],
    ["start", -1, "startToStart"],
    ["start", 1, "startToFinish"],
  ])("is drawn from the %s", async (from, side, kind) => {
    await open();
    const bar = barOf("a");
    await mouse.move(middle(bar));
    await mouse.down(middle(partOf("a", `[data-tie="${from}"]`)));
    const bounds = barOf("c").getBoundingClientRect();
    await mouse.move({ x: bounds.left + bounds.width / 2 + side * (bounds.width / 2 - 3), y: bounds.top + bounds.height / 2 });
    await expect.poll(tip).toContain("Gamma");
    await mouse.up();
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["c"], patch: { dependency: { id: "a", kind, lag: 0 } } });
  });

  it("shows the reason of a refusal", async () => {
    await open({ refuse: () => "That would be a circle." });
    await mouse.down(middle(partOf("b", '[data-tie="end"]')));
    await mouse.move(middle(barOf("a")));
    await mouse.up();
    await expect.poll(tip).toContain("That would be a circle.");
  });
});

describe("a row", () => {
  it("is placed before another", async () => {
    await open();
    await mouse.down(middle(rowOf("c")));
    const bounds = rowOf("a").getBoundingClientRect();
    await mouse.move({ x: bounds.left + 60, y: bounds.top + 3 });
    await expect.poll(() => document.querySelector(".row-drop-target")).not.toBeNull();
    await mouse.up();
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["c"], patch: {}, position: { parent: null, place: { kind: "before", id: "a" } } });
  });

  it("is placed inside another, but not inside itself", async () => {
    await open();
    await mouse.down(middle(rowOf("c")));
    await mouse.move(middle(rowOf("p")));
    await expect.poll(() => document.querySelector(".row-drop-target.inside")).not.toBeNull();
    await mouse.up();
    await expect.poll(command).toEqual({ kind: "updateTasks", ids: ["c"], patch: {}, position: { parent: "p", place: { kind: "last" } } });
    await mouse.down(middle(rowOf("p")));
    await mouse.move(middle(rowOf("p1")));
    expect(document.querySelector(".row-drop-target")).toBeNull();
    await mouse.up();
    expect(chart.commands()).toHaveLength(1);
  });
});

it("dragging the empty background pans", async () => {
  await open();
  const before = scroller().scrollLeft;
  const at = { x: 1200, y: 600 };
  await mouse.down(at);
  await mouse.move({ x: at.x + 150, y: at.y });
  await expect.poll(() => scroller().scrollLeft).toBe(before - 150);
  await mouse.up();
  expect(chart.commands()).toEqual([]);
});
