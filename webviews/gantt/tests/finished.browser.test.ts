// Finished tasks, which are folded to one row for each group.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { fakeDay } from "../testing/fakeGantt.ts";
import { barOf, hasBar, hasRow, isLaidOut, openGantt, rowIds, rowOf } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";

const task = (id: string, more: Partial<GanttRow>): GanttRow => ({ key: id, id, title: `Task ${id}`, depth: 1, progress: 0, status: "todo", ...more });
const rows: GanttRow[] = [
  task("p", { depth: 0, below: 5, start: fakeDay - 400, due: fakeDay + 20 }),
  task("p.1", { start: fakeDay - 2, due: fakeDay + 20, status: "in_progress" }),
  { key: "finished:p", id: "", title: "", depth: 1, below: 3, progress: 100, start: fakeDay - 400, due: fakeDay - 300, finished: { done: 2, skipped: 1 } },
  task("p.2", { depth: 2, status: "done", start: fakeDay - 400, due: fakeDay - 390 }),
  task("p.3", { depth: 2, status: "done", start: fakeDay - 320, due: fakeDay - 300 }),
  task("p.4", { depth: 2, status: "skipped" }),
  task("q", { depth: 0, start: fakeDay + 10, due: fakeDay + 30 }),
];
const links = [{ from: 3, to: 1, kind: "finishToStart" as const, lag: 0 }];
const milestones = [
  { name: "Trial with ten boats", day: fakeDay - 350, color: "", late: 0 },
  { name: "Open for guests", day: fakeDay + 6, color: "", late: 0 },
  { name: "Three harbours in one week", day: fakeDay + 8, color: "", late: 2 },
];

let chart: GanttTestPage;
async function open(): Promise<void> {
  chart = await openGantt({ tasks: [], view: { rows, links, milestones }, project: { total: 6 }, choices: { zoom: undefined } });
  await expect.poll(() => isLaidOut() && hasRow("q")).toBe(true);
}
afterEach(() => chart.close());

const folded = ["p", "p.1", "finished:p", "q"];
const unfolded = ["p", "p.1", "finished:p", "p.2", "p.3", "p.4", "q"];
const arrows = (): number => document.querySelectorAll(".way-line").length;

it("they are one row with their number, without arrows, until it is unfolded", async () => {
  await open();
  expect(rowIds()).toEqual(folded);
  expect(rowOf("finished:p").textContent).toContain("2 done, 1 skipped");
  expect(rowOf("finished:p").ariaExpanded).toBe("false");
  expect(arrows()).toBe(0);
  await userEvent.click(rowOf("finished:p"), { position: { x: 120, y: 10 } });
  await expect.poll(rowIds).toEqual(unfolded);
  expect(rowOf("finished:p").ariaExpanded).toBe("true");
  chart.reload();
  await expect.poll(() => hasRow("q") && rowIds()).toEqual(unfolded);
  await page.getByRole("button", { name: "Fit all tasks" }).click();
  await expect.poll(arrows).toBe(1);
});

it.each([
  ["Enter", "{Enter}", "{Enter}"],
  ["the arrow keys", "{ArrowRight}", "{ArrowLeft}"],
])("%s: unfolds and folds them", async (_, unfold, fold) => {
  await open();
  rowOf("finished:p").focus();
  await userEvent.keyboard(unfold);
  await expect.poll(rowIds).toEqual(unfolded);
  await userEvent.keyboard(fold);
  await expect.poll(rowIds).toEqual(folded);
});

it("the chart opens on what is open, and Fit includes them only once they have rows", async () => {
  await open();
  const width = (): number => barOf("q").getBoundingClientRect().width;
  await expect.poll(() => hasBar("q")).toBe(true);
  const opened = width();
  expect(opened).toBeGreaterThan(200);
  await page.getByRole("button", { name: "Fit all tasks" }).click();
  await expect.poll(width).toBe(opened);
  await userEvent.click(rowOf("finished:p"), { position: { x: 120, y: 10 } });
  await page.getByRole("button", { name: "Fit all tasks" }).click();
  await expect.poll(width).toBeLessThan(100);
});

it("a task among them is shown where a command asks for it", async () => {
  await open();
  chart.host.tell("reveal", { id: "p.3" });
  await expect.poll(rowIds).toEqual(unfolded);
});

it("the names of close milestones are whole", async () => {
  await open();
  const names = (): Element[] => [...document.querySelectorAll(".milestone-name")];
  await expect.poll(() => names().map((name) => name.textContent)).toEqual(expect.arrayContaining(["Open for guests", "Three harbours in one week"]));
  for (const name of names()) expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
});
