import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { findings } from "../../shared/testing/accessibility.ts";
import { openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { foundation, parseFeed } from "../testing/tideAtlas.ts";

const control = (label: string) => page.getByLabelText(label, { exact: true });
const calendar = page.getByRole("dialog", { name: "Choose from a calendar: Due date" });
const focused = (): string | null => document.activeElement?.getAttribute("aria-label") ?? null;

async function press(keys: string): Promise<void> {
  await userEvent.keyboard(keys);
}

test("a date is shown in words, and as overdue only if it is", async () => {
  await openTask(taskHost(parseFeed));
  await expect.element(control("Due date")).toHaveValue("Nov 23, 2026");
  await expect.element(control("Due date")).toHaveAccessibleDescription("Overdue");
  await expect.element(control("Start date")).not.toHaveAccessibleDescription();
});

test("a typed day says what it means and is saved when the field is left, not before", async () => {
  const host = await openTask(taskHost(parseFeed));
  await control("Due date").click();
  await press("2");
  await expect.element(control("Due date")).toHaveAccessibleDescription("Wed, Dec 2, 2026");
  await press("7");
  await expect.element(control("Due date")).toHaveAccessibleDescription("Fri, Nov 27, 2026");
  expect(host.asked).toEqual([]);
  await press("{Enter}");
  await expect.poll(() => host.patches()).toEqual([{ dueDate: "2026-11-27" }]);
  await expect.element(control("Due date")).toHaveValue("Nov 27, 2026");
});

test("a text that is no date is explained and stays", async () => {
  const host = await openTask(taskHost(parseFeed));
  await control("Due date").fill("soon");
  await press("{Enter}");
  await expect.element(control("Due date")).toHaveAccessibleDescription("Enter a date, such as “Nov 25, 2026”, “27”, “+3” or “tomorrow”.");
  await expect.element(control("Due date")).toHaveAttribute("aria-invalid", "true");
  await press("{Escape}");
  await expect.element(control("Due date")).toHaveValue("Nov 23, 2026");
  expect(host.asked).toEqual([]);
});

test("a refused day stays the day it meant, and is tried again when the other day changes", async () => {
  const host = await openTask(taskHost(parseFeed));
  const message = "t1.2.2 would be due on 2026-11-23, before it starts on 2026-11-26.";
  host.answers.push({ kind: "refused", code: "bad-value", message, field: "startDate", task: "t1.2.2" });
  await control("Start date").fill("tomorrow");
  await press("{Enter}");
  await expect.element(control("Start date")).toHaveAccessibleDescription(message);
  await expect.element(control("Start date")).toHaveValue("Nov 26, 2026");

  await control("Due date").fill("Dec 5, 2026");
  await press("{Enter}");
  await expect.poll(() => host.patches()).toEqual([{ startDate: "2026-11-26" }, { dueDate: "2026-12-05" }, { startDate: "2026-11-26" }]);
  await expect.element(control("Start date")).not.toHaveAccessibleDescription();
  await expect.element(page.getByText("Some changes are not saved")).not.toBeInTheDocument();
});

test("an invalid date in the file is reported", async () => {
  const schedule = { ...parseFeed.schedule, startDate: "soon" };
  await openTask(taskHost({ ...parseFeed, schedule }));
  const said = "The value in the file, “soon”, is not a date.";
  await expect.element(control("Start date")).toHaveAccessibleDescription(said);
});

test("dates are cleared and pinned by one click each", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByRole("button", { name: "Clear the due date" }).click();
  await page.getByLabelText("Pin dates").click();
  await expect.poll(() => host.patches()).toEqual([{ dueDate: null }, { pinned: true }]);
});

test("a parent without dates shows those of its subtasks, which are not its own", async () => {
  await openTask(taskHost(foundation));
  await expect.element(control("Start date")).toHaveValue("");
  await expect.element(control("Start date")).toHaveAttribute("placeholder", "Nov 12, 2026");
  await expect.element(control("Due date")).toHaveAttribute("placeholder", "Dec 1, 2026");
  await expect.element(control("Due date")).toHaveAccessibleDescription("From its subtasks");
});

test("the calendar is opened from the field and used by keyboard alone", async () => {
  const host = await openTask(taskHost(parseFeed));
  await control("Due date").click();
  await press("{ArrowDown}");
  await expect.element(calendar).toBeVisible();
  await expect.poll(focused).toBe("Monday, November 23, 2026");
  const steps: [keys: string, day: string][] = [
    ["{ArrowRight}", "Tuesday, November 24, 2026"],
    ["{ArrowUp}", "Tuesday, November 17, 2026"],
    ["{Home}", "Sunday, November 15, 2026"],
    ["{End}", "Saturday, November 21, 2026"],
    ["{ArrowDown}{ArrowDown}{ArrowLeft}", "Friday, December 4, 2026"],
    ["{PageUp}", "Wednesday, November 4, 2026"],
    ["{Shift>}{PageDown}{/Shift}", "Thursday, November 4, 2027"],
    ["{Shift>}{PageUp}{/Shift}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowLeft}{ArrowLeft}", "Monday, November 30, 2026"],
    ["{PageDown}{PageDown}{PageDown}", "Sunday, February 28, 2027"],
  ];
  for (const [keys, day] of steps) {
    await press(keys);
    await expect.poll(focused).toBe(day);
  }
  await press("{Enter}");
  await expect.poll(() => host.patches()).toEqual([{ dueDate: "2027-02-28" }]);
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(control("Due date")).toHaveFocus();
});

test("the calendar names its month, the chosen day and today, and Escape changes nothing", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByRole("button", { name: "Choose from a calendar: Due date" }).click();
  await expect.element(page.getByRole("grid", { name: "November 2026" })).toBeVisible();
  await expect.element(page.getByRole("gridcell", { selected: true })).toHaveAccessibleName("Monday, November 23, 2026");
  expect(document.querySelector("[aria-current=date]")?.getAttribute("aria-label")).toBe("Wednesday, November 25, 2026");
  await page.getByRole("button", { name: "Next month" }).click();
  await expect.element(page.getByRole("grid", { name: "December 2026" })).toBeVisible();
  await press("{Escape}");
  await expect.element(calendar).not.toBeInTheDocument();
  expect(host.asked).toEqual([]);
});

test("weeks begin on the day that is usual in the language", async () => {
  await openTask(taskHost(parseFeed, { locale: "de" }));
  await expect.element(control("Due date")).toHaveValue("23. Nov. 2026");
  await page.getByRole("button", { name: "Choose from a calendar: Due date" }).click();
  await expect.element(page.getByRole("columnheader").first()).toHaveTextContent("Mo");
  await page.getByRole("button", { name: "Today" }).click();
  await expect.element(control("Due date")).toHaveValue("25. Nov. 2026");
});

test("axe finds nothing in the calendar in any theme", async () => {
  await openTask(taskHost(parseFeed));
  await page.getByRole("button", { name: "Choose from a calendar: Due date" }).click();
  await expect.element(calendar).toBeVisible();
  expect(await findings(".date-box")).toEqual([]);
});
