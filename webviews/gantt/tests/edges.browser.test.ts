// Bars out of sight, and rows without dates.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { besideProposed } from "../chart/edgeMarks.ts";
import { fakeDay } from "../testing/fakeGantt.ts";
import type { FakeGanttOptions } from "../testing/fakeGantt.ts";
import { barOf, hasBar, hasDates, isLaidOut, openGantt, partOf, rowOf, scroller } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";
import { manyTasks } from "../testing/manyTasks.ts";

const tasks = [
  { id: "a", title: "Alpha", start: fakeDay - 90, due: fakeDay - 80 },
  { id: "b", title: "Beta", start: fakeDay, due: fakeDay + 3 },
  { id: "c", title: "Gamma", start: fakeDay + 120, due: fakeDay + 125 },
  { id: "d", title: "Delta" },
];

let chart: GanttTestPage;
async function open(more: Partial<FakeGanttOptions> = {}): Promise<void> {
  chart = await openGantt({ tasks, ...more, kept: { px: 18, ...(more.kept as object) } });
  await expect.poll(() => (more.tasks === undefined ? hasBar("a") || hasBar("b") : true) && isLaidOut() && hasDates()).toBe(true);
}
afterEach(() => chart.close());

const chips = (): string[] => [...document.querySelectorAll<HTMLElement>(".edge-chip")].map(({ dataset, textContent, className }) => [dataset["edge"], textContent, className.split(" ").at(-1)].join(" "));
const hint = (): Element | null => document.querySelector(".dates-hint");

it("a bar out of sight has a chip with its day at the edge, which scrolls to it", async () => {
  await open();
  await expect.poll(chips).toEqual(["a 5 Sept left", "c 24 Mar 2027 right"]);
  const grid = document.querySelector(".grid")?.getBoundingClientRect() ?? new DOMRect();
  const chip = document.querySelector('[data-edge="a"]') ?? document.body;
  expect(chip.getBoundingClientRect().left).toBeGreaterThan(grid.right);
  await userEvent.click(chip);
  await expect.poll(() => barOf("a").getBoundingClientRect().left).toBeGreaterThan(grid.right);
  await expect.poll(chips).toEqual(["b 24 Nov right", "c 24 Mar 2027 right"]);
});

it("a chip does not hide the proposed bar of its task", async () => {
  await open();
  await page.getByRole("button", { name: "Auto-schedule…" }).click();
  await expect.poll(() => document.querySelector('[data-bar="b"] .ghost')).not.toBeNull();
  scroller().scrollLeft += barOf("b").getBoundingClientRect().right - (document.querySelector(".grid")?.getBoundingClientRect().right ?? 0) + 10;
  await expect.poll(chips).toContain("b 27 Nov left");
  const chip = document.querySelector('[data-edge="b"]')?.getBoundingClientRect() ?? new DOMRect();
  expect(chip.width).toBeGreaterThan(30);
  expect(chip.left).toBeGreaterThan(partOf("b", ".ghost").getBoundingClientRect().right);
});

it("nor does a chip at the right, which is as wide as its words there", async () => {
  // Auto-schedule moves no finished tasks, so it does not zoom out.
  await open({ tasks: [...tasks.map((task) => ({ ...task, status: "done" as const })), { id: "e", title: "Epsilon", start: fakeDay + 100, due: fakeDay + 104, delay: -60 }] });
  const chip = (): DOMRect => document.querySelector('[data-edge="e"]')?.getBoundingClientRect() ?? new DOMRect();
  await expect.poll(() => chip().width).toBeGreaterThan(30);
  const { width } = chip();
  await page.getByRole("button", { name: "Auto-schedule…" }).click();
  await expect.poll(() => document.querySelector('[data-bar="e"] .ghost')).not.toBeNull();
  // The proposed bar ends just before the edge of the chart, where the chip was.
  scroller().scrollLeft += partOf("e", ".ghost").getBoundingClientRect().right - scroller().getBoundingClientRect().right + 5;
  await expect.poll(() => chip().width > 0 && chip().right < partOf("e", ".ghost").getBoundingClientRect().left).toBe(true);
  expect(chip().width).toBeCloseTo(width, 0);
});

it.each([
  ["left", { left: 110, right: 150 }, 156],
  ["left", { left: 40, right: 101 }, 107],
  ["left", { left: 40, right: 99 }, null],
  ["left", { left: 170, right: 200 }, null],
  ["left", { left: 110, right: 480 }, null],
  ["right", { left: 450, right: 490 }, 444],
  ["right", { left: 499, right: 600 }, 493],
  ["right", { left: 400, right: 430 }, null],
  ["right", { left: 120, right: 490 }, null],
] as const)("between 100 and 500, a chip of 50 at the %s with a proposed bar at %j is beside it at %s", (side, bar, at) => {
  expect(besideProposed(bar, side, 50, { left: 100, right: 500 })).toBe(at);
});

it("the rest of a name is not left beside the chip", async () => {
  await open();
  const label = (): string => {
    const name = [...document.querySelectorAll(".label")].find(({ textContent }) => textContent === "Beta");
    return name === undefined ? "" : getComputedStyle(name).visibility;
  };
  expect(label()).toBe("visible");
  scroller().scrollLeft += barOf("b").getBoundingClientRect().right - (document.querySelector(".grid")?.getBoundingClientRect().right ?? 0) + 10;
  await expect.poll(label).toBe("hidden");
  await expect.poll(chips).toContain("b 27 Nov left");
});

it("an arrow has a gap at a name only while the name is shown", async () => {
  await open({
    tasks: [
      { id: "from", title: "From", start: fakeDay - 6, due: fakeDay - 6 },
      { id: "name", title: "A long name behind a short bar", start: fakeDay - 10, due: fakeDay - 9 },
      { id: "to", title: "To", start: fakeDay - 3, due: fakeDay - 2, after: [{ id: "from", kind: "finishToStart", lag: 0 }] },
      // Leaves room to scroll.
      { id: "far", title: "Far", start: fakeDay + 120, due: fakeDay + 125 },
    ],
  });
  const pieces = (): number => document.querySelector(".way-line")?.getAttribute("d")?.split("M").length ?? 0;
  await expect.poll(pieces).toBe(3);
  const beyond = (): number => (document.querySelector(".grid")?.getBoundingClientRect().right ?? 0) - barOf("name").getBoundingClientRect().right;
  // The end of the bar is still in sight, and then no longer.
  scroller().scrollLeft -= beyond() + 5;
  await expect.poll(beyond).toBeCloseTo(-5, 0);
  expect(pieces()).toBe(3);
  scroller().scrollLeft += 10;
  await expect.poll(chips).toContain("name 15 Nov left");
  await expect.poll(pieces).toBe(2);
  scroller().scrollLeft -= 10;
  await expect.poll(pieces).toBe(3);
});

it.each([
  ["after its bar", { start: fakeDay, due: fakeDay }],
  ["across the end of its bar", { start: fakeDay, due: fakeDay + 2 }],
])("a name does not lie on a proposed bar %s", async (_, dates) => {
  await open({ tasks: [{ id: "e", title: "A name that is longer than the bar", ...dates }], kept: { px: 40 } });
  await page.getByRole("button", { name: "Auto-schedule…" }).click();
  await expect.poll(() => document.querySelector('[data-bar="e"] .ghost')).not.toBeNull();
  const name = document.querySelector(".label")?.getBoundingClientRect() ?? new DOMRect();
  expect(name.width).toBeGreaterThan(100);
  expect(name.left).toBeGreaterThan(partOf("e", ".ghost").getBoundingClientRect().right);
});

it("a name in its bar does not lie on a proposed bar", async () => {
  await open({ tasks: [{ id: "e", title: "Name", start: fakeDay, due: fakeDay + 4 }], kept: { px: 40 } });
  await page.getByRole("button", { name: "Auto-schedule…" }).click();
  await expect.poll(() => document.querySelector('[data-bar="e"] .ghost')).not.toBeNull();
  const name = document.createRange();
  name.selectNodeContents(document.querySelector(".inside > .label") ?? document.body);
  const ghost = partOf("e", ".ghost").getBoundingClientRect();
  expect(ghost.top).toBeGreaterThanOrEqual(name.getBoundingClientRect().bottom);
  expect(ghost.bottom).toBeLessThanOrEqual(rowOf("e").getBoundingClientRect().bottom);
});

it("only visible rows have chips", async () => {
  await open({ tasks: manyTasks(3000) });
  scroller().scrollLeft = 0;
  await expect.poll(() => chips().length).toBeGreaterThan(10);
  expect(chips().length).toBeLessThan(60);
});

it("a row without dates says that they can be drawn, under the pointer and with the focus", async () => {
  await open();
  expect(hint()).toBeNull();
  await userEvent.hover(rowOf("d"));
  await expect.poll(() => hint()?.textContent).toBe("+ dates: drag here");
  await userEvent.hover(rowOf("b"));
  await expect.poll(hint).toBeNull();
  rowOf("d").focus();
  await expect.poll(hint).not.toBeNull();
});

it("a read-only chart has no hint", async () => {
  await open({ readOnly: "untrusted" });
  rowOf("d").focus();
  await userEvent.hover(rowOf("d"));
  expect(hint()).toBeNull();
});
