// Rows of tasks that somebody works on right now.
import { afterEach, expect, it } from "vitest";
import { fakeHolder } from "../../shared/testing/fakeHolder.ts";
import { fakeDay } from "../testing/fakeGantt.ts";
import { hasBar, hasDates, openGantt, rowOf } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";
import type { FakeTask } from "../testing/tasks.ts";

const tasks: FakeTask[] = [
  { id: "a", title: "Alpha", start: fakeDay, due: fakeDay + 2, row: { holder: fakeHolder(3) } },
  { id: "b", title: "Beta", start: fakeDay + 3, due: fakeDay + 3, assignee: "ai" },
];

let chart: GanttTestPage;
afterEach(() => chart.close());

it("a held row has a mark, and the tooltip of its bar says who holds it", async () => {
  chart = await openGantt({ tasks, kept: { grid: 700 } });
  await expect.poll(() => hasBar("a") && hasDates()).toBe(true);
  const mark = rowOf("a").querySelector(".holder-icon");
  expect(mark?.getAttribute("aria-label")).toBe("Held by agent codex, heard 3 min ago");
  expect(rowOf("b").querySelector(".holder-icon")).toBeNull();
  expect(rowOf("b").querySelector(".avatar.agent .codicon-hubot")).not.toBeNull();
  const bar = document.querySelector("[data-bar=a]");
  bar?.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
  await expect.poll(() => bar?.querySelector("title")?.textContent).toContain("Held by agent codex, heard 3 min ago");
});

it("a row whose timer runs has a mark, in the chart and in its table", async () => {
  const timers = [{ id: "b", since: Date.now() - 12.5 * 60_000 }];
  chart = await openGantt({ tasks, timers, kept: { grid: 700 } });
  await expect.poll(() => hasBar("a") && hasDates()).toBe(true);
  await expect.poll(() => rowOf("b").querySelector(".timer-mark")?.getAttribute("aria-label")).toBe("Timer running: 12 min");
  expect(rowOf("a").querySelector(".timer-mark")).toBeNull();
  chart.host.tell("timers", []);
  await expect.poll(() => rowOf("b").querySelector(".timer-mark")).toBeNull();
  chart.close();
  chart = await openGantt({ tasks, timers, kept: { switches: { table: true } } });
  await expect.poll(() => document.querySelector(".table-mode .timer-mark")?.closest("tr")?.textContent).toContain("Beta");
});
