import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openPanels } from "../testing/panelsPage.tsx";
import type { PanelsPage } from "../testing/panelsPage.tsx";
import type { FakeOptions } from "../testing/fakeHost.ts";
import { manyRows, viewOf } from "../testing/fakeView.ts";

let panels: PanelsPage;
async function open(options: FakeOptions = {}): Promise<void> {
  panels = await openPanels({ kept: { switches: { table: true } }, ...options });
}
beforeEach(() => page.viewport(1440, 700));
afterEach(() => panels.close());

const heading = (name: string) => page.getByRole("columnheader", { name });
const rowOf = (name: string) => page.getByRole("row", { name });
const titles = (): (string | null)[] => [...document.querySelectorAll("[data-title]")].map(({ textContent }) => textContent);

/** Ignores purely visual content. */
function spoken(cell: HTMLElement): string {
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const drawn of copy.querySelectorAll("[aria-hidden]")) drawn.remove();
  return copy.textContent ?? "";
}

it("is an accessible table with every fact of a task", async () => {
  await open();
  await expect.element(page.getByRole("table", { name: "Tasks" })).toHaveAttribute("aria-rowcount", "9");
  const cells = (): string[] => [...rowOf("Level 2 Parse feed").element().querySelectorAll("td")].map(spoken);
  await expect.poll(cells).toEqual(["In progress", "健二", "9 Nov", "23 Nov", "32", "40%", "0 days", "Critical", "Overdue", "Repository & CI", "3 days later"]);
  await expect.element(page.getByRole("rowheader", { name: /Level 2 Parse feed/u })).toBeVisible();
  await expect.element(rowOf("Level 2 観測所")).toHaveTextContent("(starts with, +2 days): violated");
});

it("sorts by a heading: ascending, descending, and back to the chart's order", async () => {
  await open();
  const before = titles();
  await heading("Hours").getByRole("button").click();
  await expect.element(heading("Hours")).toHaveAttribute("aria-sort", "ascending");
  expect(titles()[0]).toBe("Release notes");
  await heading("Hours").getByRole("button").click();
  await expect.element(heading("Hours")).toHaveAttribute("aria-sort", "descending");
  expect(titles()[0]).toBe("Platform foundation");
  await heading("Hours").getByRole("button").click();
  expect(titles()).toEqual(before);
});

it("opens a task, and arrow keys move between titles", async () => {
  await open();
  document.querySelector<HTMLElement>("[data-title]")?.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(() => panels.of("openTask")).toEqual(["t1.2"]);
  await userEvent.keyboard("{End}");
  await expect.element(page.getByRole("button", { name: "Release notes" })).toHaveFocus();
  expect(document.querySelectorAll('[data-title][tabindex="0"]')).toHaveLength(1);
});

it("shows and changes a dependency from the keyboard", async () => {
  await open();
  document.querySelector<HTMLElement>("[data-title]")?.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}{Enter}");
  await expect.element(page.getByRole("dialog", { name: "Dependency" })).toHaveTextContent(/観測所リスト取得 <station list>.*Parse feed → normalised rows/u);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.activeElement?.textContent).toContain("Parse feed → normalised rows (starts with");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(page.getByRole("button", { name: "観測所リスト取得 <station list>", exact: true })).toHaveFocus();
});

it("follows project changes", async () => {
  await open();
  const [first, ...others] = viewOf().rows;
  if (first === undefined) throw new Error("There are no rows.");
  panels.change(viewOf([{ ...first, title: "Renamed" }, ...others], { revision: 2 }));
  await expect.poll(() => titles()[0]).toBe("Renamed");
});

it("keeps its headings visible", async () => {
  await open({ view: viewOf(manyRows(200)) });
  document.querySelector(".table-mode")?.scrollTo(0, 2000);
  await expect.poll(() => document.querySelector("tbody tr")?.getBoundingClientRect().top).toBeLessThan(-500);
  expect(heading("Title").element().getBoundingClientRect().top).toBe(document.querySelector(".table-mode")?.getBoundingClientRect().top);
});

it("renders only visible rows of three thousand", async () => {
  await open({ view: viewOf(manyRows(3000)) });
  await expect.poll(() => document.querySelectorAll("tbody tr").length, { timeout: 20_000 }).toBe(3000);
  const laidOut = [...document.querySelectorAll("[data-title]")].filter((one) => one.checkVisibility({ contentVisibilityAuto: true }));
  expect(laidOut.length).toBeLessThan(150);
});
