// The page: its figures, its charts, and what it asks the host for.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { reportNames } from "../../contract/generated/values.ts";
import type { MetricsQuery } from "../../contract/metrics.ts";
import { dayOf } from "../../shared/time/days.ts";
import { fakeToday } from "../../shared/testing/fakeTasks.ts";
import type { FakeMetricsOptions } from "../testing/fakeMetrics.ts";
import { emptyReport, fakeReport } from "../testing/fakeReports.ts";
import { allOpen, drawnCharts, openMetrics } from "../testing/metricsPage.ts";
import type { MetricsTestPage } from "../testing/metricsPage.ts";

let metrics: MetricsTestPage;
afterEach(() => metrics.close());

const today = dayOf(fakeToday) ?? 0;
const first = ["Burndown", "Velocity", "Estimates"];
const folding = ["Forecast", "Milestones", "Burnup", "Cumulative flow", "Effort budget", "Earned value", "Cycle time", "Working time by day", "Working time by hour of the day"];
const all = [...first, ...folding];

async function open(options: FakeMetricsOptions = {}): Promise<void> {
  metrics = await openMetrics({ kept: { open: allOpen }, ...options });
  await expect.poll(drawnCharts).toEqual(all);
}

/** Returns the queries of the last requests, by report. */
function lastQueries(): Map<string, MetricsQuery> {
  return new Map(metrics.asked.filter(([name]) => name === "report").map(([, body]) => Object.values(body as { name: string; query: MetricsQuery }) as [string, MetricsQuery]));
}

async function choose(menu: string, item: string): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitemradio", { name: item, exact: true }).click();
}

it("three charts answer first; the others are folded, which is remembered", async () => {
  metrics = await openMetrics();
  await expect.poll(drawnCharts).toEqual(first);
  const velocity = page.getByRole("article", { name: "Velocity" });
  await expect.element(velocity).toHaveTextContent(/estimated hours a week, on average of 4 weeks\. This week: /u);
  const estimates = page.getByRole("article", { name: "Estimates" });
  await expect.element(estimates).toHaveTextContent(/Agents needed \d+% of the estimated hours, people \d+%\./u);
  await page.getByRole("button", { name: "Burnup", exact: true }).click();
  await expect.poll(drawnCharts).toEqual([...first, "Burnup"]);
  metrics = metrics.reload();
  await expect.poll(drawnCharts).toEqual([...first, "Burnup"]);
  await page.getByRole("button", { name: "Unfold all" }).click();
  await expect.poll(drawnCharts).toEqual(all);
  await page.getByRole("button", { name: "Fold all" }).click();
  await expect.poll(drawnCharts).toEqual(first);
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.poll(drawnCharts).toEqual([...first, "Forecast"]);
});

it("requests what is in sight first", async () => {
  metrics = await openMetrics();
  await expect.poll(() => [...lastQueries().keys()]).toHaveLength(reportNames.length - 1);
  expect([...lastQueries().keys()].slice(0, 3)).toEqual(["burndown", "throughput", "estimates"]);
});

it("saves the weekly report", async () => {
  await open();
  await page.getByRole("button", { name: "Save the weekly report" }).click();
  await expect.poll(() => metrics.asked.filter(([name]) => name === "saveReport")).toHaveLength(1);
});

it("says what could not be read and is not in the figures", async () => {
  const configProblem = { template: "Line {line} is no TOML.", args: { line: "3" } };
  await open({ project: { configProblem, brokenTasks: 2, unread: [{ template: "The folder {path} could not be read.", args: { path: "tasks/t1" } }] } });
  await expect.element(page.getByRole("note")).toHaveTextContent(
    "The settings of the project could not be read. Line 3 is no TOML. The folder tasks/t1 could not be read. 2 tasks could not be read. Their dates and hours are missing.",
  );
});

it("shows figures and every chart with its source", async () => {
  await open();
  const figures = () => [...document.querySelectorAll(".figure")].map((figure) => [figure.querySelector(".figure-name")?.textContent, figure.querySelector(".figure-value")?.textContent]);
  await expect.poll(figures).toEqual([
    ["Completion by count", "69%"],
    ["Completion by effort", "70%"],
    ["Effort budget", "981 h"],
    ["Overdue", "3"],
    ["Blocked", "1"],
    ["In progress or review", "5"],
    ["Ready to start", "8"],
  ]);
  await expect.poll(() => document.querySelectorAll(".figure .sparkline").length).toBe(3);
  const notes = [...document.querySelectorAll(".chart-note, .charts-note")].map(({ textContent }) => textContent);
  expect(notes, "the same source is said once").toEqual(["From the activity log, exact from Sun, 31 May 2026."]);
  // The summary is in the first answer.
  expect(metrics.asked.map(([, body]) => (body as { name: string }).name).toSorted()).toEqual(reportNames.slice(1).toSorted());
});

it("shows the figures of today while the history is being read, then the charts", async () => {
  metrics = await openMetrics({ reading: 0, kept: { open: allOpen } });
  await expect.poll(() => document.querySelectorAll(".figure").length).toBe(7);
  const asked = () => metrics.asked.map(([, body]) => (body as { name: string }).name);
  expect(asked()).toEqual([]);
  expect(drawnCharts()).toEqual([]);
  metrics.host.tell("reading", 45);
  await expect.element(page.getByRole("progressbar", { name: "The history is being read: 45%" })).toBeVisible();
  metrics.host.tell("reading", null);
  metrics.change();
  await expect.poll(drawnCharts).toEqual(all);
  expect(asked()[0]).toBe("summary");
  expect(asked().toSorted()).toEqual(reportNames.toSorted());
  expect(document.querySelector("progress")).toBeNull();
});

it("a figure lists its tasks, which open", async () => {
  await open();
  await page.getByRole("button", { name: "3", exact: true }).click();
  await page.getByText("t72 Draw the coast line").first().click();
  await expect.poll(() => metrics.asked.at(-1)).toEqual(["openTask", "t72"]);
});

it.each([
  ["Completion by count: 69%", ["done", "skipped"]],
  ["Completion by effort: 70%", ["done", "skipped"]],
  ["Ready to start: 8", ["todo"]],
])("“%s” leads to its tasks on the board", async (name, statuses) => {
  await open();
  await page.getByRole("button", { name }).click();
  await expect.poll(() => metrics.asked.at(-1)).toEqual(["openBoard", { filter: {}, statuses }]);
});

it("asks for other days, and keeps them after a reload", async () => {
  await open();
  await choose("Days: All days", "Last 84 days");
  await expect.poll(() => lastQueries().get("milestones")).toEqual({ filter: {}, from: today - 83 });
  await choose("Days: Last 84 days", "From – to");
  await page.getByRole("textbox", { name: "From" }).fill("2026-09-01");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("textbox", { name: "To" }).fill("Oct 1, 2026");
  await userEvent.keyboard("{Tab}{Tab}");
  const entered = { filter: {}, from: dayOf("2026-09-01"), to: dayOf("2026-10-01") };
  await expect.poll(() => lastQueries().get("milestones")).toEqual(entered);
  metrics = metrics.reload();
  await expect.poll(() => lastQueries().get("milestones")).toEqual(entered);
  await expect.element(page.getByRole("textbox", { name: "From" })).toHaveValue("1 Sept 2026");
  await page.getByRole("textbox", { name: "From" }).fill("");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => lastQueries().get("milestones")).toEqual({ filter: {}, to: dayOf("2026-10-01") });
});

it("a day that cannot be read is explained at its field and changes nothing", async () => {
  await open();
  await choose("Days: All days", "From – to");
  await expect.poll(() => lastQueries().get("milestones")).toEqual({ filter: {} });
  const before = metrics.asked.length;
  const from = page.getByRole("textbox", { name: "From" });
  await from.fill("soon");
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(from).toHaveAccessibleDescription(/^Enter a date, such as/u);
  await expect.element(from).toHaveValue("soon");
  expect(metrics.asked.length).toBe(before);
});

it("divides the reports that can be divided", async () => {
  await open();
  await choose("Group by: None", "Assignee");
  await expect.poll(() => lastQueries().get("forecast")?.group).toBe("assignee");
  await expect.poll(() => lastQueries().get("milestones")).toEqual({ filter: {} });
  expect([...lastQueries()].filter(([, { group }]) => group !== undefined).map(([name]) => name)).toEqual(["burndown", "throughput", "burnup", "effort", "cycle", "forecast"]);
  const legend = () => [...document.querySelectorAll('.chart[aria-label="Velocity"] .chart-legend li')].map(({ textContent }) => textContent);
  await expect.poll(legend).toEqual(["AI agent", "健二", "mia", "Unassigned"]);
});

it("counts hours without another request", async () => {
  await open();
  const before = metrics.asked.length;
  await choose("Display", "Hours");
  await expect.poll(() => document.querySelector('.chart[aria-label="Burndown"] .chart-svg')?.textContent).toContain("Hours");
  expect(metrics.asked.length).toBe(before);
});

it("filters like the board", async () => {
  await open();
  await page.getByRole("textbox", { name: "Filter by text" }).fill("coast");
  await expect.poll(() => lastQueries().get("milestones")).toEqual({ filter: { text: "coast" } });
});

it("shows, saves and manages views, with what is displayed", async () => {
  await open({ savedViews: [{ name: "Of the map", filter: { labels: ["map"] }, displays: { metrics: { group: "assignee" } } }] });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const asked = () => metrics.asked.at(-1);
  const shown = { filter: { labels: ["map"] }, display: { group: "assignee", range: { kind: "all" }, measure: "tasks" } };
  await button("Of the map").click();
  await expect.poll(() => lastQueries().get("milestones")).toEqual({ filter: { labels: ["map"] } });
  await expect.element(button("Group by: Assignee")).toBeVisible();
  await button("Display").click();
  await page.getByRole("menuitem", { name: "Save View…" }).click();
  await expect.poll(asked).toEqual(["saveView", shown]);
  await button("Display").click();
  await page.getByRole("menuitem", { name: "Manage Views…" }).click();
  await expect.poll(asked).toEqual(["manageViews", shown]);
});

it("a filter without a match is offered to be cleared", async () => {
  const report: FakeMetricsOptions["report"] = (name, query) => {
    const made = fakeReport(name, query);
    if (query.filter.text === undefined || made.series.report !== "summary") return made;
    return { ...made, series: { ...made.series, data: { ...made.series.data, allTasks: { done: 0, total: 0 } } } };
  };
  await open({ report });
  await page.getByRole("textbox", { name: "Filter by text" }).fill("xyz");
  await expect.element(page.getByText("No task matches the filter")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Clear filter" }).click();
  await expect.poll(drawnCharts).toEqual(all);
});

it("follows changes of the project", async () => {
  let done = 10;
  const report: FakeMetricsOptions["report"] = (name, query) => {
    const made = fakeReport(name, query);
    return made.series.report === "summary" ? { ...made, series: { ...made.series, data: { ...made.series.data, tasks: { done, total: 1000 } } } } : made;
  };
  await open({ report });
  await expect.element(page.getByText("10 of 1,000 tasks")).toBeVisible();
  done = 11;
  metrics.change();
  await expect.element(page.getByText("11 of 1,000 tasks")).toBeVisible();
});

it("an answer to an older question does not replace a newer one", async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  let hasAnswered = false;
  await open({
    report: async (name, query) => {
      if (isHeld && query.filter.text === "a") {
        await held;
        hasAnswered = true;
      }
      const made = fakeReport(name, query);
      return made.series.report === "summary" ? { ...made, series: { ...made.series, data: { ...made.series.data, ready: query.filter.text === "a" ? 77 : 55 } } } : made;
    },
  });
  isHeld = true;
  const input = page.getByRole("textbox", { name: "Filter by text" });
  await input.fill("a");
  await input.fill("ab");
  await expect.poll(() => lastQueries().get("milestones")).toEqual({ filter: { text: "ab" } });
  release();
  await expect.poll(() => hasAnswered).toBe(true);
  // The answer is drawn at the latest in the second frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  expect([...document.querySelectorAll(".figure-value")].at(-1)?.textContent).toBe("55");
});

it("shows charts as tables, also after a reload, and copies and saves them", async () => {
  await open();
  await page.getByRole("button", { name: "Cumulative flow: show as table" }).click();
  await expect.element(page.getByRole("region", { name: "Cumulative flow" }).getByRole("table")).toBeVisible();
  metrics = metrics.reload();
  await expect.element(page.getByRole("region", { name: "Cumulative flow" }).getByRole("table")).toBeVisible();
  await page.getByRole("button", { name: "Cumulative flow: copy or save" }).click();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => metrics.asked.at(-1)?.[0]).toBe("copy");
  expect(String(metrics.asked.at(-1)?.[1])).toContain('"Day","Done","Skipped"');
  await expect.element(page.getByText("Copied as CSV.").first()).toBeVisible();
  await page.getByRole("button", { name: "Cumulative flow: copy or save" }).click();
  await page.getByRole("menuitem", { name: "Save as SVG…" }).click();
  await expect.poll(() => metrics.asked.at(-1)).toMatchObject(["save", { name: "Cumulative flow", picture: { format: "svg" } }]);
});

it("a project without a past says what the charts need", async () => {
  metrics = await openMetrics({ kept: { open: allOpen }, report: (name) => emptyReport(name) });
  await expect.poll(() => document.querySelectorAll(".chart-empty").length).toBe(12);
  expect(document.querySelector(".chart-empty")?.textContent).toBe("The forecast needs done tasks.");
  expect(document.querySelector(".charts-note")?.textContent).toBe("From the stamps in tasks and sessions.");
});

it("a project without tasks says so", async () => {
  metrics = await openMetrics({ project: { total: 0 } });
  await expect.element(page.getByText("Figures and charts appear here as soon as there are tasks.")).toBeVisible();
});

it("a failed report is reported", async () => {
  metrics = await openMetrics({ report: () => Promise.reject(new Error("The log cannot be read.")) });
  await expect.element(page.getByText("The log cannot be read.").first()).toBeVisible();
});

it("lists its keys", async () => {
  await open();
  await page.getByRole("button", { name: "Keys and gestures" }).click();
  await expect.element(page.getByRole("dialog", { name: "Keys and gestures" }).getByText("removes the cursor of a chart")).toBeVisible();
});
