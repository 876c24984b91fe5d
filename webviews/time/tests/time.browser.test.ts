// The page: days, filter, grid, list, timers and messages in place of the content.
import { page, userEvent } from "vitest/browser";
import { afterEach, expect, it, vi } from "vitest";
import { gate } from "../../shared/testing/gate.ts";
import { dateOf } from "../../shared/time/days.ts";
import type { TimeSelection } from "../../contract/generated/protocol.ts";
import { manyEntries, sampleEntry, sampleTimers, today } from "../testing/sampleTime.ts";
import { openTime } from "../testing/timePage.ts";
import type { TimeTestPage } from "../testing/timePage.ts";

let time: TimeTestPage;
const open = async (...given: Parameters<typeof openTime>): Promise<void> => {
  time = await openTime(...given);
};
afterEach(() => time.close());

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const cell = (name: RegExp) => page.getByRole("button", { name });
/** What the rows of the list say. */
const rows = (): string[] => [...document.querySelectorAll(".entry")].map((row) => row.textContent);
const loads = (): TimeSelection[] => time.asked.flatMap(([name, body]) => (name === "load" ? [body as TimeSelection] : []));
/** The first and last day of what was asked for last. */
const asked = (): string[] => {
  const last = loads().at(-1);
  return last === undefined ? [] : [dateOf(last.from), dateOf(last.to)];
};
const shown = async (): Promise<void> => {
  await expect.element(page.getByRole("heading", { name: "Entries" })).toBeInTheDocument();
};

it("shows the week with the sums by task, day and kind of actor", async () => {
  await open();
  await shown();
  expect(asked()).toEqual(["2026-11-23", "2026-11-29"]);
  const texts = [...document.querySelectorAll(".week tbody tr")].map((row) => [...row.querySelectorAll(".amount-all")].map(({ textContent }) => textContent));
  expect(texts).toEqual([["3:15", "2:05", "5:20"], ["0:30", "0:30"], ["1:30", "1:30"], ["0:35", "0:35"]]);
  expect([...document.querySelectorAll(".week tfoot .amount-all")].map(({ textContent }) => textContent)).toEqual(["5:20", "2:35", "7:55"]);
  expect([...document.querySelectorAll(".time-summary dd")].map(({ textContent }) => textContent)).toEqual(["7:55", "6:35", "1:20"]);
  await expect.element(cell(/^t4 Parse the tide feed, Tuesday,? 24 November 2026: 2:05, of it agents 0:50/u)).toBeInTheDocument();
  await expect.element(cell(/^t5 Draw.*, Tuesday,? 24 November 2026: 0:30 by agents/u)).toBeInTheDocument();
  expect(document.querySelector("[aria-current=date]")?.textContent).toContain("Tue 24");
});

it("lists the entries by day, the newest first, with who, task, note and source", async () => {
  await open();
  await shown();
  expect([...document.querySelectorAll(".day-head h3")].map(({ textContent }) => textContent)).toEqual(["Tue, 24 Nov 2026 · Today", "Mon, 23 Nov 2026"]);
  expect([...document.querySelectorAll(".day-total .amount-all")].map(({ textContent }) => textContent)).toEqual(["2:35", "5:20"]);
  expect(rows()[0]).toBe("09:05 – 10:201:15Maya Itot4 Parse the tide feedGaps at midnight");
  expect(rows()[3]).toBe("1:30健二t72 Check the depthsOn the boatby hand");
  expect(rows()[5]).toContain("This task does not exist.");
  const sources = [...document.querySelectorAll(".entry-source > *")].map((part) => part.getAttribute("aria-label") ?? part.getAttribute("title"));
  expect(sources.slice(0, 4)).toEqual(["Measured by a timer", "Measured while an agent worked", "Measured while an agent worked", "Entered by a person"]);
  expect(document.querySelectorAll(".entry-source button"), "the source is no button").toHaveLength(0);
  await page.getByRole("listitem").getByRole("button", { name: "t72 Check the depths" }).click();
  expect(time.asked).toContainEqual(["openTask", "t72"]);
});

it("times are those of the host's zone, as the days are", async () => {
  await open({ timeZone: { offsetMinutes: 540, changes: [] } });
  await shown();
  expect(rows()[0]).toContain("18:05 – 19:20");
});

it("steps through weeks and months by button and key, and back to today", async () => {
  await open();
  await shown();
  await button("Previous week ([)").click();
  expect(asked()).toEqual(["2026-11-16", "2026-11-22"]);
  await expect.element(page.getByText("16 – 22 Nov")).toBeVisible();
  await button("Month").click();
  expect(asked()).toEqual(["2026-11-01", "2026-11-30"]);
  await expect.element(page.getByText("November 2026", { exact: true })).toBeVisible();
  expect(document.querySelector(".week")).toBeNull();
  await userEvent.keyboard("]");
  expect(asked()).toEqual(["2026-12-01", "2026-12-31"]);
  await userEvent.keyboard("t");
  expect(asked()).toEqual(["2026-11-01", "2026-11-30"]);
  await button("Week").click();
  expect(asked()).toEqual(["2026-11-23", "2026-11-29"]);
  await userEvent.keyboard("[[[[");
  expect(asked()).toEqual(["2026-11-09", "2026-11-15"]);
  await expect.element(button("This week (T)")).toHaveAttribute("aria-pressed", "false");
});

it("a week that is shown again after a reload stays, and that of today goes on", async () => {
  await open();
  await shown();
  expect(time.host.persisted()).toMatchObject({ choices: { day: null } });
  await button("Previous week ([)").click();
  await button("Next week (])").click();
  expect(time.host.persisted()).toMatchObject({ choices: { day: null } });
  await button("Next week (])").click();
  time = time.reload();
  await expect.poll(asked).toEqual(["2026-11-30", "2026-12-06"]);
});

it("filters by person and by task", async () => {
  await open();
  await shown();
  await button("Filter").click();
  await page.getByRole("menuitem", { name: "Person or agent" }).click();
  await page.getByRole("menuitemradio", { name: "agent codex" }).click();
  await expect.poll(() => rows().length).toBe(2);
  expect(loads().at(-1)).toMatchObject({ actor: "codex" });
  await page.getByRole("button", { name: "All fields" }).click();
  await page.getByRole("menuitem", { name: "Task" }).click();
  await page.getByRole("combobox").fill("coast");
  await page.getByRole("option", { name: /t5/u }).click();
  await expect.poll(() => rows().length).toBe(1);
  expect(loads().at(-1)).toMatchObject({ actor: "codex", task: "t5" });
  await button("Previous week ([)").click();
  await expect.element(page.getByText("The last entry that matches the filter is of Tue, 24 Nov 2026.")).toBeVisible();
  expect([...document.querySelectorAll(".filter-chip")].map((chip) => chip.textContent)).toEqual(["Person or agent: codex", "Task: t5 Draw the coast line of the whole bay, with all its islands and sandbanks"]);
  await button("Clear filter").last().click();
  expect(loads().at(-1)).toEqual({ from: today - 8, to: today - 2 });
});

it("a cell limits the list to its entries, also by keyboard", async () => {
  await open();
  await shown();
  cell(/^t4 .*Monday.*3:15/u).element().focus();
  await userEvent.keyboard("{ArrowRight}{Enter}");
  await expect.poll(() => rows().length).toBe(2);
  await expect.element(page.getByText("Only t4 Parse the tide feed, Tue, 24 Nov 2026 (2)")).toBeVisible();
  await expect.element(cell(/^t4 .*Tuesday.*2:05/u)).toHaveAttribute("aria-pressed", "true");
  await button("Show all entries").click();
  await expect.poll(() => rows().length).toBe(6);
});

it("grid and list have one tab stop each, and the focus stays near a row that is removed", async () => {
  await open();
  await shown();
  const stops = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(({ tabIndex }) => tabIndex === 0);
  expect(stops(".week button").length).toBe(1);
  expect(stops(".entries button").length).toBe(1);
  stops(".entries button")[0]?.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Actions: 08:30 – 09:00 0:30 t5");
  await userEvent.keyboard("{Delete}");
  await expect.poll(() => rows().length).toBe(5);
  expect(time.changes()).toMatchObject([{ kind: "delete", from: { task: "t5" } }]);
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Actions: 08:00 – 09:00 0:50 t4");
  expect(stops(".entries button").length).toBe(1);
});

it("an entry over midnight is on both days with its parts", async () => {
  const night = sampleEntry(-1, "23:00", "23:59", "t4", { minutes: 120 });
  await open({ entries: [{ ...night, days: [{ day: today - 1, seconds: 3600 }, { day: today, seconds: 3600 }] }] });
  await shown();
  expect([...document.querySelectorAll(".entry-time")].map((part) => [part.textContent, part.getAttribute("title")])).toEqual([["1:00", "1:00 of 2:00"], ["1:00", "1:00 of 2:00"]]);
  expect(document.querySelector(".summary-total")?.textContent).toBe("2:00");
});

it("saves the shown entries as a file", async () => {
  await open();
  await shown();
  await button("Export the shown entries").click();
  await page.getByRole("menuitem", { name: "JSON" }).click();
  expect(time.asked.at(-1)).toEqual(["save", { selection: { from: today - 1, to: today + 5 }, format: "json" }]);
});

it("says what timers are for while there is no entry, and adds one", async () => {
  await open({ entries: [] });
  await expect.element(page.getByRole("heading", { name: "No time entries yet" })).toBeVisible();
  expect(document.querySelector("[aria-label='Export the shown entries']")).toBeNull();
  await page.getByRole("status").getByRole("button", { name: "Add Entry" }).click();
  await expect.element(page.getByRole("dialog", { name: "Add Entry" })).toBeVisible();
});

it("a week without time leads to the last entry", async () => {
  await open({ kept: { choices: { day: today + 70 } } });
  await expect.element(page.getByRole("heading", { name: "No time in this week" })).toBeVisible();
  await button("Show the Last Entry").click();
  await shown();
  expect(asked()).toEqual(["2026-11-23", "2026-11-29"]);
});

it("while the log is read, it says how far, and does not say that there is no time", async () => {
  await open({ entries: [], reading: 40 });
  await expect.element(page.getByRole("progressbar", { name: "The history is being read: 40%" })).toBeVisible();
  await expect.poll(() => loads().length).toBe(1);
  expect(document.querySelector(".empty")).toBeNull();
  time.host.tell("reading", null);
  time.change([sampleEntry(0, "09:00", "10:00", "t4")]);
  await shown();
  expect(document.querySelector("progress")).toBeNull();
});

it("says why loading failed, and tries again", async () => {
  await open({ failure: "The engine is missing." });
  await expect.element(page.getByText("The engine is missing.")).toBeVisible();
  await button("Try again").click();
  await expect.element(page.getByText("The engine is missing.")).toBeVisible();
});

it("a read-only project shows entries and timers, and offers no change", async () => {
  await open({ readOnly: "untrusted", timers: sampleTimers });
  await shown();
  await expect.element(page.getByText("This workspace is not trusted, so tasks are read-only.")).toBeVisible();
  expect(document.querySelectorAll(".entry-menu, .empty-cell, .timer-actions, .button.primary").length).toBe(0);
  await userEvent.keyboard("n");
  expect(document.querySelector("dialog")).toBeNull();
});

it("only the answer about the chosen days is shown", async () => {
  const slow = gate();
  await open({ gate: ({ from }) => (from === today - 1 ? undefined : slow.wait()) });
  await shown();
  await userEvent.keyboard("[[");
  await userEvent.keyboard("]");
  await expect.poll(() => loads().length).toBe(3);
  slow.open();
  // The answer about the days in between has come when this one has.
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(button("Redo")).toBeVisible();
  expect(rows().length).toBe(6);
});

it("undo and redo are keys of the page", async () => {
  await open();
  await shown();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(() => time.asked.at(-1)).toEqual(["execute", { kind: "undo" }]);
  await button("Redo").click();
  await expect.poll(() => time.asked.at(-1)).toEqual(["execute", { kind: "redo" }]);
});

it("a change from elsewhere is offered to be undone", async () => {
  await open();
  await shown();
  time.host.tell("undoable", { summary: "Added 1.00 h to t4" });
  await expect.element(page.getByText("Added 1.00 h to t4").first()).toBeVisible();
  await button("Undo").click();
  await expect.poll(() => time.asked.at(-1)).toEqual(["execute", { kind: "undo" }]);
});

it("many entries are all rendered in the end, and the sums are there at once", async () => {
  await open({ ...manyEntries(3000) });
  await shown();
  expect(document.querySelectorAll(".week tbody tr").length).toBe(40);
  await expect.poll(() => rows().length, { timeout: 20_000 }).toBe(3000);
});

it("nothing is cut off in a narrow page", async () => {
  await open({ timers: sampleTimers }, "dark", 300);
  await shown();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(300);
  const body = document.querySelector(".time-body");
  expect(body?.scrollWidth).toBe(body?.clientWidth);
  const title = document.querySelector(".entry .entry-task .clipped");
  expect(title?.scrollWidth).toBe(title?.clientWidth);
});

it("timers go on each second while the page is visible, and have buttons", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-24T12:00:00Z"), toFake: ["Date", "setInterval", "clearInterval"] });
  try {
    await open({ timers: sampleTimers });
    await shown();
    const times = (): (string | undefined)[] => [...document.querySelectorAll(".timer-time")].map(({ textContent }) => textContent);
    expect(times()).toEqual(["1:02:05", "0:10:00"]);
    vi.advanceTimersByTime(3000);
    await expect.poll(times).toEqual(["1:02:08", "0:10:00"]);
    // All of its time is in entries.
    time.host.tell("timers", { ...sampleTimers, timers: sampleTimers.timers.map((timer) => ({ ...timer, elapsedMs: 0 })) });
    await expect.poll(times).toEqual(["0:00:00", ""]);
    time.host.tell("timers", sampleTimers);
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
    expect(vi.getTimerCount()).toBe(0);
    Object.defineProperty(document, "hidden", { configurable: true, get: () => false });
    document.dispatchEvent(new Event("visibilitychange"));
  } finally {
    vi.useRealTimers();
  }
  await expect.element(page.getByText("waits until you are back")).toBeVisible();
  for (const name of ["Pause the timer of t4", "Stop the timer of t4", "Resume the timer of t72"]) await button(name).click();
  expect(time.asked.filter(([name]) => name === "timer").map(([, body]) => body)).toEqual([
    { kind: "pause", id: "t4" },
    { kind: "stop", id: "t4" },
    { kind: "start", id: "t72", alone: false },
  ]);
  time.host.tell("timers", { ...sampleTimers, timers: [], lead: { kind: "off", reason: { template: "Timers are off.", args: {} } } });
  await expect.element(page.getByText("Timers are off.")).toBeVisible();
  time.host.tell("timers", { ...sampleTimers, timers: [] });
  await expect.poll(() => document.querySelector(".timers")).toBeNull();
});

it("lists its keys", async () => {
  await open();
  await page.getByRole("button", { name: "Keys and gestures" }).click();
  await expect.element(page.getByRole("dialog", { name: "Keys and gestures" }).getByText("previous and next week or month")).toBeVisible();
});

it("Ctrl+F opens the filter", async () => {
  await open();
  await shown();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(page.getByLabelText("Search in Filter")).toHaveFocus();
});
