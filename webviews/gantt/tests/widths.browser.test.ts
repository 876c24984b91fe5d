import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { middle, mouse } from "../../shared/testing/pointer.ts";
import { dayOf } from "../../shared/time/days.ts";
import { cellOf, hasRow, isLaidOut, openGantt } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";
import { manyTasks } from "../testing/manyTasks.ts";

let chart: GanttTestPage;
async function open(): Promise<void> {
  chart = await openGantt({ tasks: manyTasks(41) });
  await expect.poll(() => hasRow("t1") && isLaidOut()).toBe(true);
}
afterEach(() => chart.close());

const grid = (): number => document.querySelector(".grid")?.getBoundingClientRect().width ?? 0;
const column = (): number => cellOf("t1", "title").getBoundingClientRect().width;

it("the list is resized by pointer and keys and keeps its width", async () => {
  await open();
  const before = grid();
  const divider = page.getByRole("separator", { name: "Width of the task list" });
  const at = middle(divider.element());
  await mouse.down(at);
  await mouse.move({ x: at.x + 60, y: at.y });
  await mouse.up();
  await expect.poll(grid).toBe(before + 60);
  (divider.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(grid).toBe(before + 44);
  chart.reload();
  await expect.poll(grid).toBe(before + 44);
});

it("a column is resized too", async () => {
  await open();
  const before = column();
  (page.getByRole("separator", { name: "Width of column Title" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.poll(column).toBe(before + 32);
  chart.reload();
  await expect.poll(() => hasRow("t1") && column()).toBe(before + 32);
});

const shown = (): string =>
  [...document.querySelectorAll(".grid-head .grid-cell")].map((cell) => cell.textContent || (cell.querySelector("[role=img]")?.getAttribute("aria-label") ?? "")).join(" ");

it.each(["en", "en-GB", "de", "ja"])("dates with their year fit into their columns in the language %s", async (locale) => {
  const [start, due] = [dayOf("2025-12-28"), dayOf("2028-09-28")];
  if (start === undefined || due === undefined) throw new Error("These are days.");
  chart = await openGantt({ locale, tasks: [{ ...manyTasks(1)[0], id: "t1", title: "Dredge the basin", start, due }] });
  await page.viewport(1600, 700);
  await expect.poll(() => hasRow("t1") && shown().split(" ").length).toBe(6);
  for (const date of ["start", "due"]) {
    const text = cellOf("t1", date).querySelector(".clipped");
    await expect.poll(() => text?.textContent).toContain("20");
    expect(text?.scrollWidth).toBeLessThanOrEqual(text?.clientWidth ?? 0);
  }
});

it("the width decides the columns until the user chooses", async () => {
  await open();
  await expect.poll(shown).toBe("Title Assignee Due");
  await page.viewport(1600, 700);
  await expect.poll(shown).toBe("Title Assignee Start Due Hours Progress");
  await page.viewport(720, 700);
  await expect.poll(shown).toBe("Title Due");
});

it("columns are chosen by keyboard, stay at any width, and can be reset to automatic", async () => {
  await open();
  await page.viewport(1600, 700);
  const columns = page.getByRole("button", { name: "Columns" });
  (columns.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.textContent).toBe("Assignee");
  await userEvent.keyboard(" {ArrowDown}{ArrowDown} {Escape}");
  await expect.poll(shown).toBe("Title Start Hours Progress");
  expect(document.activeElement).toBe(columns.element());
  await page.viewport(800, 700);
  chart.reload();
  await expect.poll(() => hasRow("t1") && shown()).toBe("Title Start Hours Progress");
  await userEvent.click(page.getByRole("button", { name: "Columns" }));
  await userEvent.click(page.getByRole("menuitemcheckbox", { name: "Fit to width" }));
  await expect.poll(shown).toBe("Title Assignee Due");
});

it("an assignee is a picture alone until its column has room for the name", async () => {
  await open();
  const cell = (): HTMLElement => cellOf("t1", "assignee");
  const picture = page.elementLocator(cell()).getByRole("img");
  await expect.element(picture).toHaveAccessibleName(/^Assignee: /u);
  expect(cell().querySelector(".clipped")).toBeNull();
  const avatar = picture.element().getBoundingClientRect();
  expect(avatar.right).toBeLessThanOrEqual(cell().getBoundingClientRect().right);
  (page.getByRole("separator", { name: "Width of column Assignee" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.poll(() => cell().querySelector(".clipped")?.textContent).toBeTruthy();
});

it("a narrowed list still shows all chosen columns", async () => {
  await open();
  (page.getByRole("separator", { name: "Width of the task list" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(grid).toBe(80);
  await userEvent.click(page.getByRole("button", { name: "Columns" }));
  await userEvent.click(page.getByRole("menuitemcheckbox", { name: "Due" }));
  await expect.poll(shown).toBe("Title Due");
  expect(cellOf("t1", "due").getBoundingClientRect().right).toBeLessThanOrEqual(grid());
});

it("the list can be hidden and returns for a focused cell", async () => {
  await open();
  await userEvent.click(page.getByRole("button", { name: "Hide the task list" }));
  await expect.poll(grid).toBe(0);
  document.querySelector<HTMLElement>('[data-row="t5"]')?.focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(grid).toBeGreaterThan(300);
  await expect.poll(() => document.activeElement).toBe(cellOf("t5", "title"));
});

it.each([false, true])("the hint in a chart without dates can be read whole beside the list, with auto-schedule: %s", async (isScheduling) => {
  const tasks = manyTasks(1).map(({ id, title }) => ({ id, title }));
  chart = await openGantt({ tasks });
  await expect.poll(() => hasRow("t1") && isLaidOut()).toBe(true);
  if (isScheduling) await page.getByRole("button", { name: "Auto-schedule…" }).click();
  await expect.poll(() => document.querySelector(".proposal") !== null).toBe(isScheduling);
  const hint = page.getByText(/^No task has dates yet/u).element();
  const { left, right, top, height } = hint.getBoundingClientRect();
  for (const x of [left + 2, right - 2]) expect(document.elementFromPoint(x, top + height / 2)).toBe(hint);
});

it("a title that is cut in a narrow list ends in an ellipsis", async () => {
  chart = await openGantt({ tasks: [{ id: "t1", title: "A title that is longer than a list of this width" }] });
  await page.viewport(320, 700);
  await expect.poll(() => hasRow("t1") && grid() < 200).toBe(true);
  const title = document.querySelector<HTMLElement>(".row-title") ?? document.body;
  expect(title.scrollWidth).toBeGreaterThan(title.clientWidth);
  expect(getComputedStyle(title).textOverflow).toBe("ellipsis");
});

it("dates of another year are not cut, also those of parents", async () => {
  // The widest names of months are in these.
  const later = { start: dayOf("2028-11-20") ?? 0, due: dayOf("2028-11-28") ?? 0 };
  chart = await openGantt({
    tasks: [
      { id: "p", title: "Parent", ...later },
      { id: "c", title: "Child", parent: "p", ...later },
    ],
  });
  await expect.poll(() => hasRow("c") && cellOf("c", "due").textContent).toContain("2028");
  for (const id of ["p", "c"]) {
    const [text = cellOf(id, "due")] = cellOf(id, "due").querySelectorAll<HTMLElement>(".clipped");
    expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth);
  }
});
