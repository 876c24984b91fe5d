// What can be read off the chart: today, progress, names of days and milestones.
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeDay } from "../testing/fakeGantt.ts";
import type { FakeGanttOptions } from "../testing/fakeGantt.ts";
import { barOf, hasBar, hasDates, isLaidOut, openGantt, partOf, scroller } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";

// Tuesday, 24 November 2026.
const tasks = [
  { id: "a", title: "Alpha", start: fakeDay, due: fakeDay + 3, row: { progress: 25 } },
  { id: "b", title: "Beta", start: fakeDay - 2, due: fakeDay - 1, row: { progress: 100 } },
  { id: "p", title: "Parent" },
  { id: "p1", title: "Child", parent: "p", start: fakeDay, due: fakeDay + 1, row: { progress: 40 } },
];

let chart: GanttTestPage;
async function open(more: Partial<FakeGanttOptions> = {}): Promise<void> {
  chart = await openGantt({ tasks, ...more, kept: { px: 40, ...(more.kept as object) } });
  await expect.poll(() => hasBar("a") && isLaidOut() && hasDates()).toBe(true);
}
afterEach(() => chart.close());

const box = (element: Element): DOMRect => element.getBoundingClientRect();
const found = (selector: string): Element => document.querySelector(selector) ?? document.body;
const nameOf = (title: string): string => [...document.querySelectorAll(".label-tag")].find(({ textContent }) => textContent.startsWith(title))?.textContent ?? "";
/** The left edge of the chart. */
const edge = (): number => box(found(".grid")).right;

it("today is the column of its day, with a line at its start", async () => {
  await open();
  const { left, width } = box(found(".today-column"));
  expect([left, width]).toEqual([box(barOf("a")).left, 40]);
  expect(box(found(".today-line")).left).toBeCloseTo(left, 0);
});

it("the progress of what has begun is drawn and written at its bar", async () => {
  await open({ kept: { px: 6 } });
  expect([nameOf("Alpha"), nameOf("Beta"), nameOf("Parent"), nameOf("Child")]).toEqual(["Alpha25%", "Beta", "Parent40%", "Child40%"]);
  const part = (id: string, name: string): number => box(partOf(id, name)).width / box(barOf(id)).width;
  expect(part("a", ".bar-progress")).toBeCloseTo(0.25, 2);
  expect(part("p", ".bracket-done")).toBeCloseTo(0.4, 2);
  expect(box(partOf("p", ".bracket-done")).height).toBeGreaterThanOrEqual(6);
});

it.each([
  ["en", 40],
  ["en", 18],
  ["en", 6],
  ["en", 2.4],
  ["en", 1.3],
  ["en", 0.6],
  ["ja", 40],
  ["ja", 18],
  ["ja", 2.4],
])("no name of the time axis is cut or runs into another, in %s at %d pixels a day", async (locale, px) => {
  await open({ locale, kept: { px } });
  const wrong = (): string[] =>
    [...document.querySelectorAll<HTMLElement>(".axis-label")].flatMap((label) => {
      const range = box(label.parentElement ?? label);
      const { left, right } = box(label);
      if (range.right <= edge() || range.left >= 1440) return [];
      return left < edge() || right > 1440 || left < range.left - 1 || right > range.right + 1 ? [label.textContent] : [];
    });
  const begin = scroller().scrollLeft;
  for (let by = 0; by <= 200; by += 20) {
    scroller().scrollLeft = begin + by;
    await expect.poll(wrong).toEqual([]);
  }
});

it("a milestone at the right edge has its name before it", async () => {
  await open({ view: { milestones: [{ name: "Open for guests", day: fakeDay + 30, color: "", late: 0 }] } });
  const name = (): DOMRect => box(found(".milestone-name"));
  scroller().scrollLeft += box(found(".diamond")).right - 1440 + 20;
  await expect.poll(() => name().right).toBeLessThan(box(found(".milestone")).left);
  expect(name().width).toBeGreaterThan(60);
  scroller().scrollLeft += 300;
  await expect.poll(() => name().left).toBeGreaterThan(box(found(".diamond")).right);
});

it("slack runs below the names, and load says its share where it has room", async () => {
  const capacity = { assignee: "maya", calendar: 0, limitPercent: 120, days: [{ day: fakeDay, hours: 6 }] };
  const slack = [{ id: "a", title: "Alpha", start: fakeDay, due: fakeDay + 1, row: { slack: 5 } }];
  await open({ tasks: slack, choices: { showWorkload: true }, view: { loads: [capacity] }, kept: { px: 40, switches: { slack: true } } });
  const line = box(partOf("a", ".slack"));
  const name = document.createRange();
  name.selectNodeContents(found(".label-tag > .label, .label"));
  expect(line.bottom).toBeGreaterThan(name.getBoundingClientRect().bottom);
  expect([...document.querySelectorAll(".load-number")].map(({ textContent }) => textContent)).toEqual(["75%"]);
});

it("says that the settings of the project could not be read", async () => {
  await open({ project: { configProblem: { template: "Line {line} is no TOML.", args: { line: "3" } } } });
  await expect.element(page.getByRole("note")).toHaveTextContent("The settings of the project could not be read. Line 3 is no TOML.");
});

it("leads to the other pages", async () => {
  await open();
  await page.getByRole("button", { name: "Board", exact: true }).click();
  expect(chart.asked).toContainEqual(["openPage", "board"]);
});
