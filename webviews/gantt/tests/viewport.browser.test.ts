import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeProposal } from "../../shared/testing/fakeProposal.ts";
import { fakeDay } from "../testing/fakeGantt.ts";
import type { FakeGanttOptions } from "../testing/fakeGantt.ts";
import { barOf, hasBar, hasRow, isLaidOut, openGantt, rowIds, rowOf, scroller } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";
import { hardNames } from "../testing/hardNames.ts";
import { manyLoads, manyMilestones, manyTasks } from "../testing/manyTasks.ts";

let chart: GanttTestPage;
async function open(count: number, more: Partial<FakeGanttOptions> = {}): Promise<void> {
  chart = await openGantt({ tasks: manyTasks(count), view: { milestones: manyMilestones }, ...more });
  await expect.poll(() => document.querySelectorAll(".grid-row").length > 0 && isLaidOut()).toBe(true);
}
afterEach(() => chart.close());

const left = (id: string) => barOf(id).getBoundingClientRect().left;
const width = (id: string) => barOf(id).getBoundingClientRect().width;

describe("a large project", () => {
  it("renders only what is visible", async () => {
    await open(10_000);
    expect(document.querySelectorAll(".grid-row").length).toBeLessThan(60);
    expect(document.querySelectorAll("*").length).toBeLessThan(2500);
    scroller().scrollTop = 140_000;
    await expect.poll(() => rowIds().some((id) => Number(id.slice(1)) > 4900)).toBe(true);
    expect(document.querySelectorAll("[data-bar]").length).toBeLessThan(60);
  });

  it("keeps a row's grid cells and bar at the same height", async () => {
    await open(3000);
    scroller().scrollTop = 12_345;
    await expect.poll(() => rowIds().some((id) => Number(id.slice(1)) > 440 && hasBar(id))).toBe(true);
    const id = rowIds().find((other) => Number(other.slice(1)) > 440 && hasBar(other)) ?? "";
    const [row, bar] = [rowOf(id).getBoundingClientRect(), barOf(id).getBoundingClientRect()];
    expect(bar.top).toBeGreaterThan(row.top);
    expect(bar.bottom).toBeLessThan(row.bottom);
  });
});

describe("the name of a long bar", () => {
  const long = [
    { id: "p", title: "Whole winter" },
    { id: "a", title: "Measure the harbours", parent: "p", start: fakeDay - 5, due: fakeDay + 200 },
    { id: "z", title: "Spring", start: fakeDay + 230, due: fakeDay + 240 },
  ];
  const nameOf = (id: string): HTMLElement => {
    const name = [...document.querySelectorAll<HTMLElement>(".label")].find(({ textContent }) => textContent === long.find((task) => task.id === id)?.title);
    if (name === undefined) throw new Error(`The bar of "${id}" has no name.`);
    return name;
  };
  const box = (id: string): DOMRect => nameOf(id).getBoundingClientRect();
  const gridEnd = (): number => document.querySelector(".grid")?.getBoundingClientRect().right ?? 0;

  it("sticks to the list while its start is out of view and leaves with its end", async () => {
    await open(0, { tasks: long });
    const name = nameOf("a");
    scroller().scrollLeft += 1500;
    await expect.poll(() => left("a")).toBeLessThan(0);
    expect(box("a").left - gridEnd()).toBeCloseTo(7, 0);
    expect(nameOf("a")).toBe(name);
    scroller().scrollLeft += barOf("a").getBoundingClientRect().right - gridEnd() - 40;
    await expect.poll(() => box("a").left).toBeLessThan(gridEnd());
    expect(box("a").right).toBeLessThan(barOf("a").getBoundingClientRect().right);
  });

  it("sticks to the right edge while a parent's end is out of view, and stands behind the end otherwise", async () => {
    await open(0, { tasks: long });
    const { right } = scroller().getBoundingClientRect();
    expect(barOf("p").getBoundingClientRect().right).toBeGreaterThan(right);
    expect(box("p").right).toBeLessThan(right);
    expect(box("p").left).toBeGreaterThan(gridEnd());
    scroller().scrollLeft += barOf("p").getBoundingClientRect().right - right + 300;
    await expect.poll(() => barOf("p").getBoundingClientRect().right).toBeLessThan(right);
    expect(box("p").left).toBeGreaterThan(barOf("p").getBoundingClientRect().right);
  });
});

it("all dependencies that cross the view are drawn, paler than those that end in it", async () => {
  // From each of the first hundred to each of the last, and one between tasks in the middle.
  const tasks = Array.from({ length: 300 }, (_, at) => ({
    id: `t${at}`,
    title: `Task ${at}`,
    start: fakeDay + (at % 100),
    due: fakeDay + (at % 100) + 1,
    ...(at >= 200 && { after: [{ id: `t${at - 200}`, kind: "finishToFinish" as const, lag: 0 }] }),
    ...(at === 151 && { after: [{ id: "t150", kind: "finishToStart" as const, lag: 0 }] }),
  }));
  await open(0, { tasks, kept: { px: 4 } });
  scroller().scrollTop = 145 * 28;
  await expect.poll(() => hasRow("t150") && !hasRow("t99") && !hasRow("t200")).toBe(true);
  const paths = [...document.querySelectorAll(".way-line")].map((path) => ({ path, count: path.getAttribute("d")?.split("M").length ?? 0 }));
  const passing = paths.filter(({ path }) => path.classList.contains("passing"));
  // Words at bars interrupt them, so each has several parts.
  const positions = passing.flatMap(({ path }) => path.getAttribute("d")?.match(/M[\d.]+/gu) ?? []);
  expect(new Set(positions).size).toBe(100);
  expect(positions.length).toBeGreaterThan(100);
  expect(Number(getComputedStyle(passing[0]?.path ?? document.body).strokeOpacity)).toBeLessThan(0.5);
  const ending = paths.filter(({ path, count }) => !path.classList.contains("passing") && count > 1);
  expect(ending.map(({ path }) => getComputedStyle(path).strokeOpacity)).toEqual(["1"]);
});

it("each arrow is a path of its own, which is painted only where it is", async () => {
  const tasks = Array.from({ length: 6 }, (_, at) => ({
    id: `t${at}`,
    title: `Task ${at}`,
    start: fakeDay + at,
    due: fakeDay + at,
    ...(at > 0 && { after: [{ id: `t${at - 1}`, kind: "finishToStart" as const, lag: 0 }] }),
  }));
  await open(0, { tasks });
  await expect.poll(() => document.querySelectorAll(".way-line").length).toBe(5);
  const tallest = Math.max(...[...document.querySelectorAll(".way-line")].map((path) => path.getBoundingClientRect().height));
  expect(tallest).toBeLessThan(2 * 28);
});

it("the heads of a dependency have the colour of its line", async () => {
  const tasks = [
    { id: "a", title: "A", start: fakeDay, due: fakeDay + 1 },
    { id: "b", title: "B", start: fakeDay + 4, due: fakeDay + 5, after: [{ id: "a", kind: "finishToStart" as const, lag: 0 }] },
  ];
  await open(0, { tasks });
  await expect.poll(() => document.querySelector(".way .way-head")).not.toBeNull();
  const style = (name: string) => getComputedStyle(document.querySelector(`.way > .${name}`) ?? document.body);
  expect(style("way-head").fill).toBe(style("way-line").stroke);
});

describe("zoom", () => {
  it("by keys keeps the middle, and 0 fits everything", async () => {
    await open(41);
    const before = width("t15");
    await userEvent.keyboard("-");
    await expect.poll(() => width("t15")).toBeLessThan(before);
    await userEvent.keyboard("0");
    const { width: room } = scroller().getBoundingClientRect();
    await expect.poll(() => document.querySelectorAll("[data-bar] .bar-fill").length).toBeGreaterThan(10);
    for (const bar of document.querySelectorAll("[data-bar] .bar-fill")) {
      expect(bar.getBoundingClientRect().left).toBeGreaterThan(400);
      expect(bar.getBoundingClientRect().right).toBeLessThan(room);
    }
  });

  it("by Control and the wheel keeps the day under the pointer", async () => {
    await open(41);
    const at = left("t15");
    const { top } = barOf("t15").getBoundingClientRect();
    scroller().dispatchEvent(new WheelEvent("wheel", { deltaY: -200, ctrlKey: true, clientX: at, clientY: top, bubbles: true, cancelable: true }));
    await expect.poll(() => width("t15")).toBeGreaterThan(80);
    expect(Math.abs(left("t15") - at)).toBeLessThan(2);
  });

  it("is saved to the project once the user has changed it", async () => {
    await open(41);
    await userEvent.keyboard("-");
    await expect.poll(() => chart.commands()).toEqual([{ kind: "updateConfig", changes: [{ key: ["gantt_view", "zoom"], value: "month" }] }]);
  });
});

it("a task is revealed anywhere, even inside a folded row", async () => {
  await open(3000, { kept: { toggled: ["t2901"] } });
  expect(hasRow("t2905")).toBe(false);
  chart.host.tell("reveal", { id: "t2905" });
  await expect.poll(() => hasRow("t2905")).toBe(true);
  await expect.poll(() => hasBar("t2905")).toBe(true);
  const { left: from, right: to } = barOf("t2905").getBoundingClientRect();
  expect(from).toBeGreaterThan(300);
  expect(to).toBeLessThan(1440);
});

it("a reload restores the position", async () => {
  await open(3000);
  await userEvent.keyboard("+");
  scroller().scrollTop = 9000;
  scroller().scrollLeft += 333;
  const row = () => rowIds().find((id) => rowOf(id).getBoundingClientRect().top > 200 && hasBar(id)) ?? "";
  await expect.poll(() => Number(row().slice(1))).toBeGreaterThan(300);
  const id = row();
  const { left: x, top: y, width: length } = barOf(id).getBoundingClientRect();
  chart.reload();
  await expect.poll(() => hasBar(id)).toBe(true);
  const now = barOf(id).getBoundingClientRect();
  expect(now.width).toBe(length);
  expect(Math.abs(now.left - x)).toBeLessThan(2);
  expect(now.top).toBe(y);
});

it("an earlier first date does not move the view", async () => {
  await open(41);
  const before = left("t20");
  chart.change((tasks) => tasks.map((task) => (task.id === "t1" || task.id === "t5" ? { ...task, start: fakeDay - 300, due: fakeDay - 290 } : task)));
  await expect.poll(() => scroller().scrollLeft).toBeGreaterThan(3000);
  expect(Math.abs(left("t20") - before)).toBeLessThan(2);
});

it("a reveal before the first drawing happens after it", async () => {
  const opening = openGantt({ tasks: manyTasks(3000) });
  chart = await opening;
  chart.host.tell("reveal", { id: "t2905" });
  await expect.poll(() => hasBar("t2905")).toBe(true);
  await expect.poll(() => rowOf("t2905").classList.contains("chosen")).toBe(true);
});

it("the flag of today covers no date in a project without milestones", async () => {
  await open(20, { view: { milestones: [] } });
  const box = (selector: string): DOMRect => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  expect(box(".today-flag").height).toBeGreaterThan(0);
  expect(box(".today-flag").top).toBeGreaterThanOrEqual(box(".axis-line.small").bottom);
});

it.each([
  ["left", -4],
  ["right", 4],
])("the flag of today is whole while its line is at the %s edge", async (edge, beyond) => {
  await open(20, { view: { milestones: [] }, kept: { px: 40 } });
  await page.viewport(700, 800);
  const box = (selector: string): DOMRect => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const [from, to] = [() => box(".grid").right, () => scroller().getBoundingClientRect().left + scroller().clientWidth];
  const middle = () => (box(".today-flag").left + box(".today-flag").right) / 2;
  scroller().scrollLeft += middle() - (from() + to()) / 2;
  await expect.poll(() => Math.abs(middle() - (from() + to()) / 2)).toBeLessThan(2);
  scroller().scrollLeft += ((to() - from()) / 2) * (edge === "left" ? 1 : -1) + beyond;
  const isWhole = () => box(".today-flag").left >= from() && box(".today-flag").right <= to();
  await expect.poll(() => ({ isWhole: isWhole(), isAtEdge: Math.min(middle() - from(), to() - middle()) < 30 })).toEqual({ isWhole: true, isAtEdge: true });
});

it.each([
  ["first", 0, 8],
  ["last", 30_000, -6],
])("the drop target is visible at the %s rows", async (_, top, at) => {
  await open(1500, { choices: { showWorkload: true }, view: { milestones: manyMilestones, loads: manyLoads } });
  scroller().scrollTop = top;
  const inSight = (): string[] => {
    const { bottom } = scroller().getBoundingClientRect();
    return rowIds().filter((id) => rowOf(id).getBoundingClientRect().top > 100 && rowOf(id).getBoundingClientRect().bottom < bottom - 120 && hasBar(id));
  };
  await expect.poll(() => inSight().length > 10 && scroller().scrollTop === top).toBe(true);
  const id = inSight().at(at) ?? "";
  rowOf(id).focus();
  await userEvent.keyboard(" ");
  await expect.poll(() => document.querySelector(".tip")).not.toBeNull();
  const tip = document.querySelector(".tip")?.getBoundingClientRect() ?? new DOMRect();
  const loads = document.querySelector(".loads")?.getBoundingClientRect() ?? new DOMRect();
  const head = document.querySelector(".head")?.getBoundingClientRect() ?? new DOMRect();
  expect(tip.bottom).toBeLessThanOrEqual(loads.top);
  expect(tip.top).toBeGreaterThanOrEqual(head.bottom);
  expect([tip.left > 400, tip.right < 1440]).toEqual([true, true]);
  await userEvent.keyboard("{Escape}");
});

it("the effect of a drag at the right edge of a narrow chart can be read whole", async () => {
  await open(0, { tasks: [{ id: "a", title: "Alpha", start: fakeDay, due: fakeDay + 2 }, { id: "b", title: "Beta", start: fakeDay + 120, due: fakeDay + 121 }], kept: { px: 20 } });
  await page.viewport(900, 700);
  rowOf("a").focus();
  await userEvent.keyboard("{Alt>}{ArrowRight}");
  scroller().scrollLeft += barOf("a").getBoundingClientRect().left - 860;
  const tip = (): DOMRect => document.querySelector(".tip")?.getBoundingClientRect() ?? new DOMRect();
  await expect.poll(() => tip().right).toBeCloseTo(900 - 8, 0);
  expect(tip().left).toBeGreaterThan(document.querySelector(".grid")?.getBoundingClientRect().right ?? 0);
  await userEvent.keyboard("{Escape}{/Alt}");
});

it("a change that moves the focused row keeps it in sight", async () => {
  const tasks = Array.from({ length: 60 }, (_, at) => ({ id: `t${at + 1}`, title: `Task ${at + 1}`, start: fakeDay, due: fakeDay + 1 }));
  await open(0, { tasks, choices: { showWorkload: true }, view: { loads: manyLoads } });
  rowOf("t20").focus();
  chart.change((before) => [...before.slice(30, 38), ...before.slice(0, 30), ...before.slice(38)]);
  await expect.poll(() => rowOf("t20").offsetTop).toBe(27 * 28);
  const loads = document.querySelector(".loads")?.getBoundingClientRect() ?? new DOMRect();
  await expect.poll(() => rowOf("t20").getBoundingClientRect().bottom).toBeLessThanOrEqual(loads.top + 1);
  expect(scroller().scrollTop).toBeLessThan(300);
});

it("names in scripts with complex layout are shown where they fit", async () => {
  const tasks = hardNames.map((title, at) => ({ id: `t${at}`, title, start: fakeDay + at * 3, due: fakeDay + at * 3 + (at % 4) * 12 }));
  await open(0, { tasks, kept: { px: 12 } });
  await expect.poll(() => document.querySelectorAll(".label").length).toBe(tasks.length);
  const titles = [...document.querySelectorAll(".label")].map(({ textContent }) => textContent);
  expect(titles).toEqual(hardNames);
  for (const name of document.querySelectorAll<HTMLElement>(".label-tag > .label")) expect(name.offsetWidth).toBeLessThanOrEqual(280);
  for (const name of document.querySelectorAll<HTMLElement>(".inside > .label")) {
    expect(name.getBoundingClientRect().right).toBeLessThanOrEqual(name.parentElement?.getBoundingClientRect().right ?? 0);
  }
  // Nothing makes the sheet wider than its days.
  expect(scroller().scrollWidth).toBe(document.querySelector<HTMLElement>(".sheet")?.offsetWidth);
  for (const title of document.querySelectorAll<HTMLElement>(".row-title")) {
    const cell = title.closest(".grid-cell")?.getBoundingClientRect() ?? new DOMRect();
    expect(title.getBoundingClientRect().right).toBeLessThanOrEqual(cell.right);
    const first = document.createRange();
    first.setStart(title.firstChild ?? title, 0);
    first.setEnd(title.firstChild ?? title, 1);
    expect(first.getBoundingClientRect().right).toBeLessThanOrEqual(cell.right);
  }
});

it("the name of a parent stands at its planned dates", async () => {
  await open(0, { tasks: [
    { id: "p", title: "Winter", row: { actualStart: fakeDay, actualEnd: fakeDay + 40 } },
    { id: "a", title: "Storm", parent: "p", start: fakeDay, due: fakeDay + 4 },
  ], choices: { mode: "compare" } });
  await expect.poll(() => hasBar("p")).toBe(true);
  const name = [...document.querySelectorAll<HTMLElement>(".label")].find(({ textContent }) => textContent === "Winter");
  expect((name?.getBoundingClientRect().left ?? 0) - barOf("p").getBoundingClientRect().right).toBeLessThan(30);
});

describe("the bars that auto-schedule proposes", () => {
  /** Returns the proposed bars that are in sight, by task. */
  const inSight = (): string[] => {
    const { left: start, top, right: end, bottom } = scroller().getBoundingClientRect();
    const edge = Math.max(start, document.querySelector(".grid")?.getBoundingClientRect().right ?? 0);
    return [...document.querySelectorAll("[data-bar]")].flatMap((bar) => {
      const ghost = bar.querySelector(".ghost")?.getBoundingClientRect();
      const isSeen = ghost !== undefined && ghost.left >= edge && ghost.right <= end && ghost.top >= top && ghost.bottom <= bottom;
      return isSeen ? [bar.getAttribute("data-bar") ?? ""] : [];
    });
  };
  const todo = (id: string, start: number, delay: number, more = {}) => ({ id, title: `Task ${id}`, status: "todo", start: fakeDay + start, due: fakeDay + start + 3, delay, ...more }) as const;
  const beside = Array.from({ length: 60 }, (_, at) => ({ id: `x${at}`, title: "Done", status: "done", start: fakeDay - 5, due: fakeDay }) as const);

  it.each<[string, FakeGanttOptions["tasks"], string[], unknown]>([
    ["far to the right", [todo("a", 0, 60), todo("b", 0, 64)], ["a", "b"], {}],
    ["farther apart than the chart is wide", [todo("a", 0, 3), todo("b", 0, 150)], ["a", "b"], {}],
    ["below the edge", [...beside, todo("a", 0, 10)], ["a"], {}],
    ["in a folded parent", [{ id: "p", title: "Parent" }, todo("a", 0, 10, { parent: "p" })], ["a"], { toggled: ["p"] }],
  ])("are in sight: %s", async (_, tasks, expected, kept) => {
    chart = await openGantt({ tasks, kept: { px: 22, ...(kept as object) } });
    await expect.poll(() => document.querySelectorAll(".grid-row").length > 0 && isLaidOut()).toBe(true);
    await page.getByRole("button", { name: "Auto-schedule…" }).click();
    await expect.poll(inSight).toEqual(expect.arrayContaining(expected));
  });

  it("of an agent are in sight beside its panel", async () => {
    const move = { key: "a", id: "a", title: "Task a", startBefore: fakeDay, dueBefore: fakeDay + 3, start: fakeDay + 30, due: fakeDay + 60, follows: false };
    const proposal = fakeProposal({ elements: [{ element: 1, kind: "change", task: "a", title: "Task a", conflict: false, fields: [] }], moves: [move] });
    chart = await openGantt({ tasks: [todo("a", 0, 0)], proposals: [proposal], kept: { px: 22 } });
    await expect.poll(() => document.querySelectorAll(".grid-row").length > 0 && isLaidOut()).toBe(true);
    chart.host.tell("proposal", { id: proposal.id });
    await expect.poll(inSight).toEqual(["a"]);
  });

  it("leave the chart where it is if they are in sight, and when another program changes the project", async () => {
    chart = await openGantt({ tasks: [todo("a", 0, 3), todo("far", 100, 0, { status: "done" })], kept: { px: 22 } });
    await expect.poll(() => document.querySelectorAll(".grid-row").length > 0 && isLaidOut()).toBe(true);
    // The list beside the panel is narrower.
    const place = (): number => left("a") - (document.querySelector(".grid")?.getBoundingClientRect().right ?? 0);
    const before = place();
    await page.getByRole("button", { name: "Auto-schedule…" }).click();
    await expect.poll(inSight).toEqual(["a"]);
    expect(place()).toBeCloseTo(before, 0);
    scroller().scrollLeft += 1200;
    await expect.poll(inSight).toEqual([]);
    chart.change((tasks) => tasks.map((task) => (task.id === "a" ? { ...task, delay: 5 } : task)));
    await expect.poll(() => document.querySelector(".proposal-answer")?.textContent).toContain("recalculated");
    expect(inSight()).toEqual([]);
  });
});
