// The scale and the place with which the chart opens.
import { afterEach, expect, it } from "vitest";
import { fakeDay } from "../testing/fakeGantt.ts";
import type { FakeGanttOptions } from "../testing/fakeGantt.ts";
import { barOf, hasBar, isLaidOut, openGantt, scroller } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";

let chart: GanttTestPage;
async function open(length: number, more: Partial<FakeGanttOptions> = {}): Promise<void> {
  const tasks = [
    { id: "a", title: "Alpha", start: fakeDay - length, due: fakeDay - length + 2 },
    { id: "b", title: "The last one has a long name", start: fakeDay + length, due: fakeDay + length + 2 },
  ];
  chart = await openGantt({ tasks, choices: { zoom: undefined }, ...more });
  await expect.poll(isLaidOut).toBe(true);
}
afterEach(() => chart.close());

const zoom = (): string => document.querySelector(".toolbar [aria-label^='Zoom: ']")?.textContent ?? "";
const name = (): DOMRect => [...document.querySelectorAll(".label")].at(-1)?.getBoundingClientRect() ?? new DOMRect();

it("the whole plan with its names, if it can be read", async () => {
  await open(60);
  await expect.poll(() => hasBar("a") && hasBar("b")).toBe(true);
  expect(barOf("a").getBoundingClientRect().left).toBeGreaterThan(document.querySelector(".grid")?.getBoundingClientRect().right ?? 0);
  expect(name().right).toBeLessThan(1440);
  expect(name().width).toBeGreaterThan(100);
});

it("days of the widest level for a short plan", async () => {
  await open(3);
  await expect.poll(() => hasBar("b")).toBe(true);
  expect(barOf("b").getBoundingClientRect().width).toBeCloseTo(120, 0);
});

it("today in weeks, if the whole could not be read", async () => {
  await open(500);
  expect(zoom()).toBe("Weeks");
  const today = document.querySelector(".today-column")?.getBoundingClientRect() ?? new DOMRect();
  expect([today.left > 420, today.right < 1440, Math.round(today.width)]).toEqual([true, true, 18]);
});

it.each([
  ["of the project", { choices: { zoom: "day" } }, "Days"],
  ["of this window", { kept: { px: 6 } }, "Months"],
] as const)("a saved zoom %s", async (_, more, level) => {
  await open(60, more);
  expect(zoom()).toBe(level);
});

it("the whole plan, also if work was done long before it", async () => {
  await open(60, { tasks: [{ id: "a", title: "Alpha", start: fakeDay - 3, due: fakeDay + 4, row: { actualStart: fakeDay - 900, actualEnd: fakeDay - 890 } }] });
  await expect.poll(() => hasBar("a")).toBe(true);
  expect(barOf("a").getBoundingClientRect().width).toBeCloseTo(320, 0);
});

it("a reload keeps the scale and the place", async () => {
  await open(60);
  const days = document.querySelector(".today-column")?.getBoundingClientRect().width;
  const kept = (): unknown => JSON.stringify(chart.host.persisted());
  const opened = kept();
  scroller().scrollLeft += 200;
  const left = (): number => Math.round(document.querySelector(".today-column")?.getBoundingClientRect().left ?? 0);
  await expect.poll(kept).not.toBe(opened);
  const before = left();
  chart.reload();
  await expect.poll(isLaidOut).toBe(true);
  expect(document.querySelector(".today-column")?.getBoundingClientRect().width).toBe(days);
  await expect.poll(() => Math.abs(left() - before)).toBeLessThan(2);
});
