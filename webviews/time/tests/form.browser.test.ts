// The dialog in which entries are added, changed, split and moved.
import { page, userEvent } from "vitest/browser";
import { afterEach, expect, it } from "vitest";
import { sampleEntries } from "../testing/sampleTime.ts";
import { openTime } from "../testing/timePage.ts";
import type { TimeTestPage } from "../testing/timePage.ts";

let time: TimeTestPage;
const open = async (...given: Parameters<typeof openTime>): Promise<void> => {
  time = await openTime(...given);
  await expect.element(page.getByRole("heading", { name: "Entries" })).toBeInTheDocument();
};
afterEach(() => time.close());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const problem = (name: string) => document.getElementById(`entry-${name}-note`)?.textContent;
const first = "Actions: 09:05 – 10:20 1:15 t4";
const choose = async (menu: string, item: string): Promise<void> => {
  await button(menu).click();
  await page.getByRole("menuitem", { name: item }).click();
};

it("adds an entry with keys alone, and offers to undo it", async () => {
  await open();
  await userEvent.keyboard("n");
  await expect.element(dialog("Add Entry")).toBeVisible();
  await userEvent.keyboard("depth");
  await expect.element(page.getByRole("option")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field("Task")).toHaveValue("t72 Check the depths");
  await field("Duration").fill("1h 30m");
  await expect.poll(() => problem("duration")).toBe("1 h 30 min");
  await field("Note").fill("At low tide");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.querySelector("dialog")).toBeNull();
  expect(time.changes()).toEqual([{ kind: "add", entry: { task: "t72", start: "2026-11-24T12:00:00Z", end: "2026-11-24T12:00:00Z", seconds: 5400, note: "At low tide" } }]);
  await button("Undo").click();
  await expect.poll(() => time.asked.at(-1)).toEqual(["execute", { kind: "undo" }]);
});

it("an empty cell opens the form for its task and day", async () => {
  await open();
  await page.getByRole("button", { name: /^Add an entry: t4 Parse the tide feed, Friday,? 27 November 2026$/u }).click();
  await expect.element(field("Task")).toHaveValue("t4 Parse the tide feed");
  await expect.element(field("Day")).toHaveValue("27 Nov 2026");
  expect(document.activeElement).toBe(field("Duration").element());
  await field("Start (optional)").fill("09:00");
  await field("End").fill("10:45");
  await expect.element(field("Duration")).toHaveValue("1:45");
  await button("Add").click();
  await expect.poll(() => time.changes()).toEqual([{ kind: "add", entry: { task: "t4", start: "2026-11-27T09:00:00Z", end: "2026-11-27T10:45:00Z", seconds: 6300, note: "" } }]);
});

it("says at each field what is wrong, and moves the focus there", async () => {
  await open();
  await button("Add Entry").click();
  await button("Add").click();
  await expect.poll(() => problem("task")).toBe("Choose a task.");
  expect(problem("duration")).toContain("Enter a duration");
  expect(document.activeElement).toBe(field("Task").element());
  await expect.element(field("Duration")).toHaveAccessibleDescription(/^Enter a duration, such as/u);
  expect(time.changes()).toEqual([]);
});

it("a typed day says what it means, and the calendar gives another", async () => {
  await open();
  await choose(first, "Edit… F2");
  await field("Day").fill("soon");
  await button("Save").click();
  await expect.poll(() => problem("day")).toMatch(/^Enter a date, such as/u);
  await expect.element(field("Day")).toHaveAttribute("aria-invalid", "true");
  await expect.element(field("Day")).toHaveFocus();
  time = time.reload();
  await expect.element(field("Day")).toHaveValue("soon");
  await field("Day").fill("23.11");
  await expect.poll(() => problem("day")).toMatch(/^Mon,? 23 Nov 2026$/u);
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("gridcell", { selected: true })).toHaveFocus();
  expect(page.getByRole("button", { name: "Clear", exact: true }).query()).toBeNull();
  await userEvent.keyboard("{Escape}");
  await expect.element(field("Day")).toHaveFocus();
  await expect.element(dialog("Edit Entry")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("gridcell", { selected: true })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{Enter}");
  await expect.element(field("Day")).toHaveValue("25 Nov 2026");
  await button("Save").click();
  await expect.poll(() => time.changes()).toMatchObject([{ kind: "edit", to: { start: "2026-11-25T09:05:00Z", end: "2026-11-25T10:20:00Z" } }]);
});

it("edits an entry and keeps what was not touched", async () => {
  await open();
  await choose(first, "Edit… F2");
  await expect.element(field("End")).toHaveValue("10:20");
  await field("Duration").fill("1:30");
  await expect.element(field("End")).toHaveValue("10:35");
  await button("Save").click();
  const [entry] = sampleEntries;
  await expect.poll(() => time.changes()).toEqual([{ kind: "edit", id: entry?.id, from: entry?.entry, to: { task: "t4", start: "2026-11-24T09:05:00Z", end: "2026-11-24T10:35:00Z", seconds: 5400, note: "Gaps at midnight" } }]);
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe(first);
});

it("an edit without a change asks for nothing", async () => {
  await open();
  document.querySelector<HTMLElement>(".entry button")?.focus();
  await userEvent.keyboard("{F2}");
  await expect.element(dialog("Edit Entry")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.querySelector("dialog")).toBeNull();
  expect(time.changes()).toEqual([]);
});

it("splits an entry by duration or time of day", async () => {
  await open();
  await choose(first, "Split…");
  await expect.element(page.getByText("The entry has 1:15.")).toBeVisible();
  await field("Split at").fill("09:35");
  await expect.element(field("First part")).toHaveValue("0:30");
  await expect.element(page.getByText("The second part has 0:45.")).toBeVisible();
  await field("Task of the second part").fill("t5");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => time.changes()).toMatchObject([{ kind: "split", seconds: 1800, task: "t5" }]);
});

it("moves an entry to another task and changes nothing else", async () => {
  await open();
  await choose("Actions: 08:00 – 09:00 0:50 t4", "Move to Task…");
  await expect.element(dialog("Move Entry to Task")).toBeVisible();
  await field("Task").fill("coast");
  await page.getByRole("option", { name: /t5/u }).click();
  await button("Move").click();
  const entry = sampleEntries[2]?.entry;
  await expect.poll(() => time.changes()).toMatchObject([{ kind: "edit", from: entry, to: { task: "t5", start: entry?.start, end: entry?.end, seconds: 3000 } }]);
});

it("deletes without a question, and offers to undo it", async () => {
  await open();
  await choose(first, "Delete Del");
  await expect.poll(() => document.querySelectorAll(".entry").length).toBe(5);
  await expect.element(page.getByText("Did delete").first()).toBeVisible();
  await expect.element(button("Undo")).toBeVisible();
});

it.each([
  [{ kind: "refused", code: "bad-value", message: "Too long.", field: "seconds" }, "duration"],
  [{ kind: "refused", code: "bad-value", message: "Not in order.", field: "start" }, "start"],
  [{ kind: "refused", code: "unknown-task", message: "There is no task t72.", task: "t72" }, "task"],
] as const)("a refusal %j is shown at its field, and nothing typed is lost", async (result, place) => {
  await open({ result: () => result });
  await choose(first, "Edit… F2");
  await field("Duration").fill("2h");
  await button("Save").click();
  await expect.poll(() => problem(place)).toBe(result.message);
  await expect.element(field("Duration")).toHaveValue("2h");
  await expect.element(button("Save")).toBeEnabled();
});

it("a failure is shown in the form, and the form can be sent again", async () => {
  let isBroken = true;
  await open({ result: () => (isBroken ? { kind: "failed", message: "The disk is full." } : undefined) });
  await choose(first, "Edit… F2");
  await field("Note").fill("x");
  await button("Save").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The disk is full.");
  isBroken = false;
  await button("Save").click();
  await expect.poll(() => document.querySelector("dialog")).toBeNull();
});

it("a failed deletion says why", async () => {
  await open({ result: () => ({ kind: "refused", code: "stale", message: "The time entry has been changed since it was shown." }) });
  await choose(first, "Delete Del");
  await expect.element(page.getByText("The time entry has been changed since it was shown.").first()).toBeVisible();
  expect(document.querySelectorAll(".entry").length).toBe(6);
});

it("what was typed survives a reload, and Escape closes the form", async () => {
  await open();
  await userEvent.keyboard("n");
  await field("Task").fill("t4");
  await field("Note").fill("half a sentence");
  time = time.reload();
  await expect.element(dialog("Add Entry")).toBeVisible();
  await expect.element(field("Note")).toHaveValue("half a sentence");
  await field("Note").click();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("dialog")).toBeNull();
  expect(time.host.persisted()).toMatchObject({ form: null });
});
