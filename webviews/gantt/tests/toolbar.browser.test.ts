import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { toolbarRows } from "../../shared/testing/toolbarRows.ts";
import { openPanels } from "../testing/panelsPage.tsx";
import type { PanelsPage } from "../testing/panelsPage.tsx";
import type { FakeOptions } from "../testing/fakeHost.ts";
import { manyRows, viewOf } from "../testing/fakeView.ts";

let panels: PanelsPage;
async function open(options: FakeOptions = {}): Promise<void> {
  panels = await openPanels(options);
}
beforeEach(() => page.viewport(1280, 700));
afterEach(() => panels.close());

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });

async function choose(menu: string, item: string, role: "menuitemradio" | "menuitem" | "menuitemcheckbox" = "menuitemradio"): Promise<void> {
  if (!button(menu).element().matches('[aria-expanded="true"]')) await button(menu).click();
  await page.getByRole(role, { name: item, exact: role !== "menuitemradio" }).click();
}

describe("a toolbar choice", () => {
  it.each([
    ["Group and sort", "Assignee", { group: "assignee" }],
    ["Group and sort", "Start date", { sort: "start" }],
    ["Display", "After kick-off", { baseline: "baselines/2026-11-20-after-kickoff.json" }],
  ])("%s: %s", async (menu, item, query) => {
    await open();
    await choose(menu, item);
    await expect.poll(() => panels.of("view").at(-1)).toEqual({ foldFinished: true, ...query });
  });

  it("clears the baseline", async () => {
    await open({ kept: { query: { baseline: "baselines/2026-11-02-first.json" } } });
    await choose("Display", "No baseline");
    await expect.poll(() => panels.of("view").at(-1)).toEqual({ foldFinished: true });
  });

  it("filters by text and by the values of the menu", async () => {
    await open();
    await userEvent.type(page.getByLabelText("Filter by text"), "tide");
    await expect.poll(() => panels.of("view").at(-1)).toEqual({ foldFinished: true, filter: { text: "tide" } });
    await button("Filter").click();
    await page.getByRole("menuitem", { name: "Assignee" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Maya Ito" }).click();
    await expect.poll(() => panels.of("view").at(-1)).toEqual({ foldFinished: true, filter: { text: "tide", assignees: ["maya"] } });
    await userEvent.keyboard("{Escape}");
    await expect.element(button(/^Filter 1 selected/u)).toHaveFocus();
    await button("Clear filter").click();
    await expect.poll(() => panels.of("view").at(-1)).toEqual({ foldFinished: true, filter: {} });
  });

  it("writes counts of large projects in groups of digits", async () => {
    await open({ view: viewOf(manyRows(3020)), kept: { query: { filter: { text: "Task" } } } });
    await expect.poll(() => document.querySelector(".filter-count")?.textContent).toBe("3,020 of 3,020 tasks");
    await button(/^Filter/u).click();
    await page.getByRole("menuitem", { name: "Status" }).click();
    const details = page.getByRole("menuitemcheckbox").all().map((item) => item.element().querySelector(".menu-detail")?.textContent);
    expect(details).toContain("3,020");
  });

  it("shows, saves and manages views, with what is displayed", async () => {
    await open({ savedViews: [{ name: "Maya's", filter: { assignees: ["maya"] }, displays: { gantt: { group: "assignee", foldFinished: false, table: true } } }] });
    await button("Maya's").click();
    await expect.poll(() => panels.of("view").at(-1)).toEqual({ foldFinished: false, filter: { assignees: ["maya"] }, group: "assignee" });
    await expect.poll(() => document.querySelector(".table-mode")).not.toBeNull();
    await choose("Display", "Save View…", "menuitem");
    await expect.poll(() => panels.of("saveView")).toEqual([{ filter: { assignees: ["maya"] }, display: { group: "assignee", sort: "manual", mode: "plan", loads: false, foldFinished: false, critical: false, slack: false, links: true, daysOff: true, table: true } }]);
    await choose("Display", "Manage Views…", "menuitem");
    await expect.poll(() => panels.of("manageViews")).toHaveLength(1);
  });

  it("shows the load strip", async () => {
    await open();
    await choose("Display", "Workload", "menuitemcheckbox");
    await expect.poll(() => panels.of("view").at(-1)).toEqual({ foldFinished: true, loads: true });
    await expect.element(page.getByRole("menuitemcheckbox", { name: "Workload" })).toHaveAttribute("aria-checked", "true");
  });
});

describe("the display menu", () => {
  it.each([
    ["Dependencies", "links", false],
    ["Critical Path", "critical", true],
    ["Slack", "slack", true],
    ["Days Off of Each Assignee", "daysOff", false],
    ["Move Dependent Tasks Too", "push", false],
    ["Snap to Working Days", "workingDays", false],
  ] as const)("switches %s and stays open", async (name, key, after) => {
    await open();
    await choose("Display", name, "menuitemcheckbox");
    expect(panels.state.switches.value[key]).toBe(after);
    await expect.element(page.getByRole("menuitemcheckbox", { name })).toHaveAttribute("aria-checked", String(after));
  });

  it("shows the table, and what only bars need no longer", async () => {
    await open();
    await choose("Display", "Table Instead of the Chart", "menuitemcheckbox");
    await expect.poll(() => document.querySelector(".table-mode")).not.toBeNull();
    await expect.element(page.getByRole("menuitemcheckbox", { name: "Slack" })).not.toBeInTheDocument();
    await choose("Display", "Table Instead of the Chart", "menuitemcheckbox");
    await expect.poll(() => document.querySelector(".table-mode")).toBeNull();
  });

  it("change zoom and bars", async () => {
    await open();
    await choose("Zoom: Weeks", "Quarters");
    await expect.element(button("Zoom: Quarters")).toBeVisible();
    await choose("Display", "Plan and actual");
    expect(panels.state.choices.value.mode).toBe("compare");
  });

  it("fit and today move the chart", async () => {
    await open();
    const seen: unknown[] = [];
    panels.state.navigator.value = { zoomTo: () => undefined, fit: () => seen.push("fit"), toDay: (day) => seen.push(day), toRow: () => undefined, toProposed: () => undefined, toLine: () => undefined };
    await button("Fit all tasks").click();
    await button("Go to today").click();
    expect(seen).toEqual(["fit", panels.state.view.value.today]);
  });
});

describe("baselines", () => {
  it("are saved under a name that the window asks for", async () => {
    await open();
    await choose("Display", "Save Baseline…", "menuitem");
    await expect.poll(() => panels.of("saveBaseline")).toHaveLength(1);
  });

  it("are deleted with undo and no longer compared", async () => {
    await open({ kept: { query: { baseline: "baselines/2026-11-02-first.json" } } });
    await choose("Display", "Delete “First plan”", "menuitem");
    await expect.poll(() => panels.of("execute")).toEqual([{ kind: "deleteBaseline", path: "baselines/2026-11-02-first.json" }]);
    await expect.poll(() => panels.of("view").at(-1)).toEqual({ foldFinished: true });
    await button("Undo").click();
    await expect.poll(() => panels.of("execute").at(-1)).toEqual({ kind: "undo" });
  });

  it("that are refused stay unchanged", async () => {
    await open({ kept: { query: { baseline: "baselines/2026-11-02-first.json" } }, refuse: () => "It is locked." });
    await choose("Display", "Delete “First plan”", "menuitem");
    await expect.element(page.getByText("It is locked.").first()).toBeVisible();
    expect(panels.of("view")).toEqual([]);
  });

  it("cannot be changed if read-only", async () => {
    await open({ readOnly: "untrusted", kept: { query: { baseline: "baselines/2026-11-02-first.json" } } });
    await button("Display").click();
    const items = [...document.querySelectorAll('[role="group"][aria-label="Baseline"] .menu-item')].map(({ textContent }) => textContent);
    expect(items).toHaveLength(3);
  });
});

describe("exports", () => {
  it.each([
    ["Table (CSV)", { format: "csv" }],
    ["Calendar (iCalendar)", { format: "iCalendar" }],
    ["Microsoft Project (XML)", { format: "msProject" }],
  ])("%s comes from the engine", async (item, file) => {
    await open();
    await choose("Export", item, "menuitem");
    await expect.poll(() => panels.of("save")).toEqual([file]);
  });

  it("SVG draws the rows that are not folded away", async () => {
    await open({ kept: { toggled: ["t2"] } });
    await choose("Export", "Picture (SVG)", "menuitem");
    await expect.poll(() => panels.of("save")).toHaveLength(1);
    const { text } = panels.of("save")[0] as { text: string };
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml");
    expect(drawn.querySelector("parsererror")).toBeNull();
    const words = [...drawn.querySelectorAll("text")].map((one) => one.textContent);
    expect(words).toContain("観測所リスト取得 <station list>");
    expect(words).toContain("Charts & map");
    expect(words).not.toContain("Tide curve chart");
  });

  it("PNG is drawn from the SVG", async () => {
    await open();
    await choose("Export", "Picture (PNG)", "menuitem");
    await expect.poll(() => panels.of("save"), { timeout: 20_000 }).toHaveLength(1);
    const { format, base64 } = panels.of("save")[0] as { format: string; base64: string };
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    expect(format).toBe("png");
    expect(image.naturalWidth).toBeGreaterThan(1000);
  });
});

it("a PNG over the size limit is drawn smaller with a message", async () => {
  await open({ view: viewOf(manyRows(900), { links: [] }) });
  await choose("Export", "Picture (PNG)", "menuitem");
  await expect.element(page.getByText(/^The chart is too large for a PNG/u).first()).toBeVisible();
  await expect.poll(() => panels.of("save"), { timeout: 20_000 }).toHaveLength(1);
});

describe("the toolbar's width", () => {
  it.each([900, 1100, 1600])("one row of words at %i pixels, in which nothing is cut off", async (width) => {
    await page.viewport(width, 700);
    await open({ view: viewOf(), kept: { query: { filter: { statuses: ["todo"] } } } });
    await expect.poll(() => toolbarRows(".tools")).toEqual({ rows: 1, fits: true });
    const buttons = [...document.querySelectorAll<HTMLElement>(".tools .button")].filter((one) => one.checkVisibility());
    expect(buttons.filter(({ innerText }) => innerText.trim() === "")).toEqual([]);
  });

  it.each([320, 440, 600, 760, 900, 1200])("nothing runs into another at %i pixels", async (width) => {
    await page.viewport(width, 700);
    await open({ view: viewOf(manyRows(3020)), kept: { query: { filter: { text: "t", statuses: ["todo"], assignees: ["gone"] } } } });
    const shown = [...document.querySelectorAll(".toolbar :is(.button, .field, .filter-count, .filter-absent)")].filter((one) => one.checkVisibility() && one.closest("[popover]") === null);
    const boxes = shown.map((one) => ({ text: one.textContent, ...one.getBoundingClientRect().toJSON() }) as DOMRect & { text: string });
    const clash = (a: DOMRect, b: DOMRect): boolean => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    expect(boxes.flatMap((a, at) => boxes.slice(at + 1).flatMap((b) => (clash(a, b) ? [`${a.text} | ${b.text}`] : [])))).toEqual([]);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
  });

  it("the menu works at 500 pixels", async () => {
    await page.viewport(500, 700);
    await open();
    await choose("Display", "Critical Path", "menuitemcheckbox");
    expect(panels.state.switches.value.critical).toBe(true);
  });
});

it("has one tab stop, with arrow keys between buttons", async () => {
  await open();
  await userEvent.click(page.getByLabelText("Filter by text"));
  await userEvent.keyboard("{Tab}");
  await expect.element(button("Filter")).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(button("Zoom: Weeks")).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(button("Export")).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(button("Filter")).toHaveFocus();
});
