// Text typed into a cell never overwrites another program's change unasked, and a refused change
// asks for the missing estimate.
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { staleRefusal, withoutEstimate } from "../../shared/testing/fakeTasks.ts";
import { fakeDay } from "../testing/fakeGantt.ts";
import type { FakeGanttOptions } from "../testing/fakeGantt.ts";
import { cellOf, chosen, hasBar, hasRow, openGantt, rowOf, said, tip } from "../testing/ganttPage.ts";
import type { GanttTestPage } from "../testing/ganttPage.ts";
import type { FakeTask } from "../testing/tasks.ts";

const tasks: FakeTask[] = [
  { id: "a", title: "Alpha", start: fakeDay, due: fakeDay + 2, hours: 12 },
  { id: "b", title: "Beta", start: fakeDay + 3, due: fakeDay + 3 },
];

let chart: GanttTestPage;
async function open(more: Partial<FakeGanttOptions> = {}): Promise<void> {
  chart = await openGantt({ tasks, kept: { grid: 700 }, ...more });
  await expect.poll(() => hasBar("a")).toBe(true);
}
afterEach(() => chart.close());

const command = () => chart.commands().at(-1);
const button = (name: string) => page.getByRole("button", { name, exact: true });

/**
 * Another program changes the first task and adds one, whose row shows that the page has received
 * both.
 */
async function change(fields: Partial<FakeTask>): Promise<void> {
  chart.change((all) => [...all.map((task) => (task.id === "a" ? { ...task, ...fields } : task)), { id: "c", title: "Gamma" }]);
  await expect.poll(() => hasRow("c")).toBe(true);
}

/** Types into a cell of the first row and leaves the field open. */
async function type(column: string, text: string): Promise<void> {
  await userEvent.dblClick(cellOf("a", column));
  await expect.poll(() => document.activeElement?.matches(".grid :is(input, textarea)")).toBe(true);
  await userEvent.fill(document.activeElement as HTMLInputElement, text);
}

describe("a cell that another program changes during an edit", () => {
  it.each([
    {
      column: "title",
      typed: "Half typed",
      theirs: { title: "By the agent" },
      says: "The value in the file is now “By the agent”.",
      stale: { seen: { title: "Alpha" } },
      sent: { kind: "updateTasks", ids: ["a"], patch: { title: "Half typed" }, seen: { title: "By the agent" } },
    },
    {
      column: "hours",
      typed: "7.5",
      theirs: { hours: 3 },
      says: "The value in the file is now “3”.",
      stale: { seen: { estimateHours: 12 } },
      sent: { kind: "updateTasks", ids: ["a"], patch: { estimateHours: 7.5 }, seen: { estimateHours: 3 } },
    },
    {
      column: "start",
      typed: "2026-11-23",
      theirs: { start: fakeDay + 1 },
      says: /^The value in the file is now “25 Nov.*”\.$/u,
      stale: { reschedule: { seen: [{ id: "a", startDate: "2026-11-24", dueDate: "2026-11-26" }] } },
      sent: {
        kind: "reschedule",
        reschedule: {
          kind: "set",
          dates: [{ id: "a", startDate: "2026-11-23", dueDate: "2026-11-26" }],
          seen: [{ id: "a", startDate: "2026-11-25", dueDate: "2026-11-26" }],
          push: true,
        },
      },
    },
  ])("offers both values of $column", async ({ column, typed, theirs, says, stale, sent }) => {
    // The engine refuses the command that has the old value.
    await open({ refuse: () => (chart.commands().length === 1 ? staleRefusal("a") : undefined) });
    await type(column, typed);
    await change(theirs);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText(says).first()).toBeVisible();
    await expect.element(page.getByRole("group", { name: "Changed by agent codex" })).toBeVisible();
    expect(command()).toMatchObject(stale);
    expect(said()).toContain("Not changed.");
    await button("Keep mine").click();
    await expect.poll(command).toEqual(sent);
    await expect.element(button("Keep mine")).not.toBeInTheDocument();
  });

  it("takes the other program's value on request", async () => {
    await open({ refuse: () => staleRefusal("a") });
    await type("title", "Half typed");
    await change({ title: "By the agent" });
    await userEvent.keyboard("{Enter}");
    await button("Take theirs").click();
    await expect.element(button("Take theirs")).not.toBeInTheDocument();
    expect(chart.commands()).toHaveLength(1);
    expect(rowOf("a").textContent).toContain("By the agent");
    await expect.poll(() => document.activeElement).toBe(rowOf("a"));
  });

  it("offers both values when the engine reports the conflict first", async () => {
    await open({ refuse: (asked) => ("seen" in asked && asked.seen?.title === "Alpha" ? staleRefusal("a") : undefined) });
    await type("title", "Half typed");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("You typed “Half typed”.")).toBeVisible();
    await change({ title: "By the agent" });
    await button("Keep mine").click();
    await expect.poll(() => chart.task("a")?.title).toBe("Half typed");
  });
});

describe("a date in a cell", () => {
  const starts = () => chart.commands().map((sent) => (sent.kind === "reschedule" && sent.reschedule.kind === "set" ? sent.reschedule.dates : sent.kind));
  const startField = () => page.getByRole("textbox", { name: "Start of Alpha" });

  it("is typed in any form, and replaces the old one", async () => {
    await open();
    await userEvent.dblClick(cellOf("a", "start"));
    await expect.element(startField()).toHaveValue("24 Nov 2026");
    await userEvent.keyboard("23.11{Enter}");
    await expect.poll(starts).toEqual([[{ id: "a", startDate: "2026-11-23", dueDate: "2026-11-26" }]]);
    await expect.element(startField()).not.toBeInTheDocument();
  });

  it("that cannot be read is explained and changes nothing", async () => {
    await open();
    await type("start", "2026-02-30");
    await userEvent.keyboard("{Enter}");
    await expect.poll(tip).toContain("Enter a date, such as “24 Nov 2026”");
    expect(said()).toContain("Enter a date");
    expect(starts()).toEqual([]);
  });

  it("stays when nothing was typed, or when Escape ends the edit", async () => {
    await open();
    await userEvent.dblClick(cellOf("a", "start"));
    await startField().fill("tomorrow");
    await userEvent.keyboard("{Escape}");
    await expect.element(startField()).not.toBeInTheDocument();
    await userEvent.dblClick(cellOf("a", "start"));
    await expect.element(startField()).toHaveFocus();
    await userEvent.click(rowOf("b"));
    await expect.element(startField()).not.toBeInTheDocument();
    expect(starts()).toEqual([]);
  });

  it("is chosen in a calendar, whose keys and clicks do nothing in the chart", async () => {
    await open();
    await userEvent.dblClick(cellOf("a", "start"));
    await expect.element(startField()).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    const day = (name: RegExp) => page.getByRole("gridcell", { name });
    await expect.element(day(/^Tuesday,? 24 November 2026$/u)).toHaveFocus();
    await userEvent.keyboard("{Delete}x{Escape}");
    await expect.element(startField()).toHaveFocus();
    await button("Choose from a calendar: Start of Alpha").click();
    await page.getByRole("grid", { name: "November 2026" }).getByRole("columnheader").first().click();
    await day(/^Monday,? 23 November 2026$/u).click();
    await expect.poll(starts).toEqual([[{ id: "a", startDate: "2026-11-23", dueDate: "2026-11-26" }]]);
    await expect.element(startField()).not.toBeInTheDocument();
    expect(chosen()).toEqual(["a"]);
  });
});

describe("a change without the required estimate", () => {
  const field = () => page.getByLabelText(/^Estimate \(hours\)/u);

  it("asks for it at the bar and continues when Enter confirms it", async () => {
    await open({ refuse: (asked) => withoutEstimate(asked, "a") });
    await type("title", "Better");
    await userEvent.keyboard("{Enter}");
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveAccessibleName("Estimate (hours) Alpha");
    await expect.element(field()).toHaveAccessibleDescription("“A task” needs an estimate before it can move to Review.");
    await userEvent.keyboard("4{Enter}");
    await expect.poll(() => chart.task("a")?.title).toBe("Better");
    expect(command()).toMatchObject({ kind: "updateTasks", patch: { title: "Better" }, estimates: [{ id: "a", hours: 4 }] });
    await expect.poll(() => document.activeElement).toBe(rowOf("a"));
    await expect.element(field()).not.toBeInTheDocument();
  });

  it("is cancelled by Escape", async () => {
    await open({ refuse: (asked) => withoutEstimate(asked, "a") });
    await type("title", "Better");
    await userEvent.keyboard("{Enter}");
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(field()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(rowOf("a"));
    expect(chart.commands()).toHaveLength(1);
  });
});
