// A chart with the keyboard, the pointer, as a table, and as a file.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { firstDay, sampleChart, sampleRanges } from "../testing/sampleChart.ts";
import { openCard } from "../testing/openCard.tsx";
import type { OpenCard } from "../testing/openCard.tsx";
import type { AnyChart } from "../data/model.ts";

let card: OpenCard;
afterEach(() => card.close());

async function open(chart: AnyChart): Promise<void> {
  card = await openCard(chart);
  await expect.poll(() => document.querySelector(".chart-svg, .chart-empty")).not.toBeNull();
}

const plot = (): HTMLElement => document.querySelector<HTMLElement>(".chart-plot") ?? document.body;
const tip = (): string => [...document.querySelectorAll(".chart-tip p")].map((line) => line.textContent).join(" | ");
const said = (): string => document.querySelector("body > [role=status]")?.textContent?.replace("\u00a0", "") ?? "";

it("the keyboard moves over the days, and each is announced and shown", async () => {
  await open(sampleChart());
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(plot());
  await expect.poll(said).toBe("Tue, 24 Nov 2026, Remaining: 9 h, Forecast: 9 – 9 h");
  expect(tip()).toBe("Tue, 24 Nov 2026 | Remaining9 h | Forecast9 – 9 h");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  await expect.poll(said).toBe("Sun, 22 Nov 2026, Remaining: 18 h, Scope: +3 h");
  await userEvent.keyboard("{Home}");
  await expect.poll(said).toContain("Fri, 20 Nov 2026");
  await userEvent.keyboard("{End}{ArrowRight}");
  await expect.poll(said).toBe("Sun, 29 Nov 2026, Forecast: 0 – 0 h");
  // Days without any value are skipped.
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(said).toBe("Thu, 26 Nov 2026, Forecast: 0 – 6 h");
  await userEvent.keyboard("{PageUp}");
  await expect.poll(said).toContain("Fri, 20 Nov 2026");
  await userEvent.keyboard("{Escape}");
  await expect.poll(tip).toBe("");
});

it("the pointer shows the nearest day, without an announcement", async () => {
  await open(sampleChart());
  const { width } = plot().getBoundingClientRect();
  await userEvent.hover(plot(), { position: { x: 60, y: 100 } });
  await expect.poll(tip).toContain("Fri, 20 Nov 2026 | Remaining20 h");
  await userEvent.hover(plot(), { position: { x: width - 30, y: 100 } });
  await expect.poll(tip).toContain("Sun, 29 Nov 2026");
  expect(said()).toBe("");
  const box = document.querySelector(".chart-tip")?.getBoundingClientRect();
  expect(box !== undefined && box.right <= plot().getBoundingClientRect().right).toBe(true);
  await userEvent.hover(page.getByRole("heading", { name: "Burndown" }));
  await expect.poll(tip).toBe("");
});

const boxOf = (selector: string): DOMRect => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();

it.each([
  ["the first day", firstDay],
  ["the last day", firstDay + 59],
])("the name of today neither covers the name of the axis nor leaves the chart on %s", async (_, today) => {
  const positions = Array.from({ length: 60 }, (__, index) => firstDay + index);
  await open(sampleChart({ today, positions, series: [{ kind: "line", key: "work", name: "Remaining", tone: "blue", values: [2] }] }));
  const [name, axis, frame, line] = [boxOf(".chart-text.today"), boxOf(".chart-text.muted:not([text-anchor])"), boxOf(".chart-svg"), boxOf(".chart-today")];
  expect(name.left).toBeGreaterThan(axis.right);
  expect(name.right).toBeLessThanOrEqual(frame.right);
  expect(Math.abs(name.left - line.left)).toBeLessThan(40);
});

it.each(["solid", "dotted"] as const)("a single point of a line that is %s can be seen", async (dash) => {
  await open(sampleChart({ series: [{ kind: "line", key: "work", name: "Remaining", tone: "blue", dash, values: [20, ...Array.from({ length: 9 }, () => null)] }] }));
  const dot = boxOf(".chart-svg .tone-blue.chart-dot");
  expect(Math.min(dot.width, dot.height)).toBeGreaterThan(6);
});

it("the pointer finds the nearest of dots on the same day", async () => {
  const dots = { kind: "dots", key: "tasks", name: "Days", tone: "blue", shape: "circle", values: [2, 18] } as const;
  await open(sampleChart({ positions: [firstDay, firstDay], labels: ["t1", "t2"], series: [dots] }));
  const [low, high] = [...document.querySelectorAll(".chart-svg .chart-dot")];
  for (const [dot, name] of [[low, "t1"], [high, "t2"]] as const) {
    const [box, frame] = [dot?.getBoundingClientRect(), plot().getBoundingClientRect()];
    await userEvent.hover(plot(), { position: { x: (box?.x ?? 0) - frame.x + 8, y: (box?.y ?? 0) - frame.y + 8 } });
    await expect.poll(tip).toContain(name);
  }
});

it("ranges are read row by row", async () => {
  await open(sampleRanges);
  plot().focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(said).toBe("Alpha, Date: Wed, 25 Nov 2026, 50%: Mon, 23 Nov 2026, 85%: Sun, 29 Nov 2026, Done: 3 of 8 tasks");
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(said).toBe('=Beta "B", Done: 0 of 2 tasks');
  expect(tip()).toBe('=Beta "B" | Done: 0 of 2 tasks');
});

it("a range that ends in another year says so, within the picture", async () => {
  const [row] = sampleRanges.rows;
  await open({ ...sampleRanges, rows: row === undefined ? [] : [{ ...row, days: [firstDay + 1800, firstDay + 2170] }] });
  const label = [...document.querySelectorAll(".chart-svg text")].find(({ textContent }) => textContent.startsWith("85%"));
  expect(label?.textContent).toBe("85%: 29 Oct 2032");
  const edge = document.querySelector(".chart-svg")?.getBoundingClientRect().right ?? 0;
  expect(label?.getBoundingClientRect().right).toBeLessThanOrEqual(edge);
});

it("the same values are a table", async () => {
  await open(sampleChart());
  await page.getByRole("button", { name: "Burndown: show as table" }).click();
  await expect.element(page.getByRole("region", { name: "Burndown", exact: true }).getByRole("table")).toBeVisible();
  const rows = [...document.querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows.length).toBe(11);
  expect(rows.slice(0, 2)).toEqual([
    ["Day", "Remaining", "Forecast, from", "Forecast, to"],
    ["Fri, 20 Nov 2026", "20", "", ""],
  ]);
  await page.getByRole("button", { name: "Burndown: show as table" }).click();
  await expect.poll(() => document.querySelector(".chart-svg")).not.toBeNull();
});

async function choose(item: string): Promise<void> {
  await page.getByRole("button", { name: ": copy or save" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

it("copies its values", async () => {
  await open(sampleChart());
  await choose("Copy as CSV");
  await expect.poll(() => card.copied[0]).toContain("2026-11-20,20,,");
});

it.each([sampleChart({ title: "Burn <b>down</b> & up" }), sampleRanges])("is saved as SVG that needs no style sheet", async (chart) => {
  await open(chart);
  await choose("Save as SVG…");
  await expect.poll(() => card.saved.length).toBe(1);
  const [name, file] = card.saved[0] ?? [];
  expect(name).toBe(chart.title);
  const text = file?.format === "svg" ? file.text : "";
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(parsed.querySelector("parsererror")).toBeNull();
  expect(parsed.querySelector("title")?.textContent).toBe(chart.title);
  expect(text).toContain("From the log.");
  expect(text).not.toMatch(/class=|style=|var\(|color-mix|<b>/u);
  expect([...parsed.querySelectorAll("text")].every((element) => element.getAttribute("fill")?.startsWith("rgb"))).toBe(true);
  // The page keeps its own drawing only.
  expect(document.querySelector(".chart-picture")).toBeNull();
});

it("is saved with the hatching of each person, whatever the name", async () => {
  const values = Array.from({ length: 10 }, () => 1);
  const bars = (key: string, pattern: "rising" | "falling") => ({ kind: "bars", key, name: key, tone: "blue", pattern, values }) as const;
  await open(sampleChart({ series: [bars("group 健二", "rising"), bars("group 太郎", "falling")] }));
  await choose("Save as SVG…");
  await expect.poll(() => card.saved.length).toBe(1);
  const file = card.saved[0]?.[1];
  const parsed = new DOMParser().parseFromString(file?.format === "svg" ? file.text : "", "image/svg+xml");
  const filled = [...parsed.querySelectorAll("rect")].flatMap((rect) => /^url\(#(?<id>.*)\)$/u.exec(rect.getAttribute("fill") ?? "")?.groups?.["id"] ?? []);
  expect(new Set(filled).size).toBe(4);
  expect(filled.filter((id) => parsed.querySelector(`pattern[id="${id}"]`) === null)).toEqual([]);
  expect(parsed.querySelectorAll('rect[fill="rgb(0, 0, 0)"]').length).toBe(0);
});

it("is saved as PNG", async () => {
  await open(sampleChart());
  await choose("Save as PNG…");
  await expect.poll(() => [card.saved.length, card.copied], { timeout: 20_000 }).toEqual([1, []]);
  const file = card.saved[0]?.[1];
  expect(file?.format === "png" && atob(file.base64).slice(1, 4)).toBe("PNG");
});

it("without values it says what it needs, and offers nothing", async () => {
  await open(sampleChart({ series: [] }));
  await expect.element(page.getByText("Nothing yet.")).toBeVisible();
  expect(document.querySelectorAll("button").length).toBe(0);
});

it("follows its width, also when it is narrow", async () => {
  await open(sampleChart());
  for (const width of [700, 320]) {
    await page.viewport(width, 500);
    await expect.poll(() => Number(document.querySelector(".chart-svg")?.getAttribute("width"))).toBe(plot().clientWidth);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});
