import { render } from "preact";
import { useState } from "preact/hooks";
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../theme/base.css";
import { HintedDateInput } from "./DateInput.tsx";

/** A Friday. */
const today = "2026-11-27";
const field = page.getByRole("textbox", { name: "From" });
const days: string[] = [];
let root: HTMLElement;

function Owner({ isRequired }: { isRequired: boolean }) {
  const [value, setValue] = useState("2026-12-01");
  const take = (day: string): void => {
    days.push(day);
    setValue(day);
  };
  return <HintedDateInput id="from" label="From" value={value} hint="A Tuesday" locale="en" today={today} isRequired={isRequired} onDay={take} />;
}

function open(isRequired = false): void {
  root = document.createElement("main");
  document.body.append(root);
  render(<Owner isRequired={isRequired} />, root);
}
afterEach(() => {
  render(null, root);
  root.remove();
  days.length = 0;
});

it("a typed day is explained while it is typed, and taken by Enter", async () => {
  open();
  await expect.element(field).toHaveValue("Dec 1, 2026");
  await expect.element(field).toHaveAccessibleDescription("A Tuesday");
  await field.click();
  await userEvent.keyboard("+3");
  await expect.element(field).toHaveAccessibleDescription("Mon, Nov 30, 2026");
  expect(days).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Nov 30, 2026");
  expect(days).toEqual(["2026-11-30"]);
});

it("a day is taken when the focus leaves, and Escape drops what was typed", async () => {
  open();
  await field.fill("mon");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).toHaveValue("Dec 1, 2026");
  await field.fill("mon");
  field.element().blur();
  await expect.element(field).toHaveValue("Nov 30, 2026");
  expect(days).toEqual(["2026-11-30"]);
});

it("a field that is left untouched asks for nothing", async () => {
  open();
  await field.click();
  await userEvent.keyboard("{Enter}");
  field.element().blur();
  await expect.element(field).toHaveValue("Dec 1, 2026");
  expect(days).toEqual([]);
});

it.each(["soon", "2026-02-30"])("%j is refused and stays until it is corrected", async (text) => {
  open();
  await field.fill(text);
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveAccessibleDescription("Enter a date, such as “Nov 27, 2026”, “27”, “+3” or “tomorrow”.");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await expect.element(field).toHaveValue(text);
  await field.fill("");
  await expect.element(field).not.toHaveAttribute("aria-invalid");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => days).toEqual([""]);
});

it.each([
  [false, 1],
  [true, 0],
])("where a day is required (%j), the calendar does not clear it", async (isRequired, count) => {
  open(isRequired);
  await field.click();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("gridcell", { selected: true })).toHaveFocus();
  expect(page.getByRole("button", { name: "Clear" }).elements()).toHaveLength(count);
  await userEvent.keyboard("{ArrowRight}{Enter}");
  await expect.element(field).toHaveValue("Dec 2, 2026");
  await expect.element(field).toHaveFocus();
  expect(days).toEqual(["2026-12-02"]);
});

it("the calendar begins at the day that is being typed", async () => {
  open();
  await field.fill("24.12");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("gridcell", { name: "Thursday, December 24, 2026" })).toHaveFocus();
});
