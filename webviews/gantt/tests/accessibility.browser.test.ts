import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { findings } from "../../shared/testing/accessibility.ts";
import { fakeHolder } from "../../shared/testing/fakeHolder.ts";
import type { FakeGanttOptions } from "../testing/fakeGantt.ts";
import { openGantt, rowOf, tip } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";
import { manyLoads, manyMilestones, manyTasks } from "../testing/manyTasks.ts";

let chart: GanttTestPage;
afterEach(() => chart.close());

async function open(more: Partial<FakeGanttOptions> = {}): Promise<void> {
  const tasks = manyTasks(41).map((task) => (task.id === "t12" ? { ...task, assignee: "ai", row: { holder: fakeHolder(3) } } : task));
  chart = await openGantt({ tasks, choices: { showWorkload: true }, view: { milestones: manyMilestones, loads: manyLoads }, timers: [{ id: "t12", since: Date.now() - 60_000 }], ...more });
  await expect.poll(() => document.querySelector(".grid-row, .empty")).not.toBeNull();
}

describe("axe finds nothing in any theme", () => {
  it("in the chart with a selection, a folded row and a toast", async () => {
    await open({ kept: { toggled: ["t11"], switches: { critical: true, slack: true }, query: { baseline: "x" } } });
    await userEvent.click(rowOf("t1"));
    chart.host.tell("undoable", { summary: "Moved “Map”" });
    await expect.element(page.getByText("Moved “Map”").first()).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("during a cell edit and after a refusal", async () => {
    await open({ refuse: () => "That would be a circle." });
    rowOf("t12").focus();
    await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
    await expect.poll(tip).toContain("That would be a circle.");
    rowOf("t15").focus();
    await userEvent.keyboard("{F2}");
    await expect.poll(() => document.activeElement?.tagName).toBe("TEXTAREA");
    expect(await findings()).toEqual([]);
  });

  it("with the keys of the page open", async () => {
    await open();
    await page.getByRole("button", { name: "Keys and gestures", exact: true }).click();
    await expect.element(page.getByRole("dialog", { name: "Keys and gestures" })).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("when empty, and when read-only", async () => {
    await open({ tasks: [], readOnly: "readOnlyFileSystem" });
    expect(await findings()).toEqual([]);
  });
});
