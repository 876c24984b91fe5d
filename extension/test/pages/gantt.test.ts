// The Gantt chart with the engine: the dates and dependencies that a gesture writes, proposals, and baselines.
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mountGantt } from "../../../webviews/gantt/page.tsx";
import { barOf, hasBar, partOf, rowOf, tip } from "../../../webviews/gantt/testing/ganttPage.ts";
import { middle, mouse } from "../../../webviews/shared/testing/pointer.ts";
import { shortSpan } from "../../../webviews/shared/text/dates.ts";
import { showEverything } from "../e2e/pages/ganttFiles.ts";
import { filesBecome, settledFiles, taskFiles, touched } from "../e2e/pages/taskFiles.ts";
import { until } from "../harness/until.ts";
import { Extension } from "./enginePage.ts";

const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";
const push = ".handoff/tasks/t3-alerts/t3.2-push-notifications/_task.todo.json";
const MIDDLE = ":is(.bar-fill, .bracket)";
const END = '[data-end="end"]';
const TIE = '[data-tie="end"]';

let extension: Extension;
let before: Record<string, string>;
let day: number;

beforeEach(async () => {
  extension = await Extension.start({ prepare: showEverything, size: { width: 1400, height: 1250 } });
  await extension.show("handoff.openGantt", mountGantt);
  await until("the chart to be drawn", () => hasBar("t5"));
  const wide = widthOf("t5");
  await clickRow("t5");
  await userEvent.keyboard("0");
  await until("the plan to be fitted", () => widthOf("t5") !== wide);
  day = widthOf("t5") / 6;
  before = await settledFiles(extension);
});
afterEach(() => extension.close());

interface Task {
  dependencies?: string[];
  schedule?: { start_date?: string; due_date?: string };
}

const widthOf = (id: string) => barOf(id).getBoundingClientRect().width;
const clickRow = (id: string) => userEvent.click(rowOf(id), { position: { x: 60, y: 8 } });
const changed = () => touched(before, taskFiles(extension));

function fileOf(id: string): string {
  const found = Object.entries(taskFiles(extension)).find(([, text]) => (JSON.parse(text) as { id: string }).id === id);
  if (found === undefined) throw new Error(`There is no task ${id}.`);
  return found[0];
}

const task = (id: string) => JSON.parse(extension.read(fileOf(id))) as Task;
const dates = (id: string) => [task(id).schedule?.start_date, task(id).schedule?.due_date];

/** Drags a part of a bar to the right by a number of pixels without releasing the button. */
async function take(id: string, part: string, right: number): Promise<void> {
  // The handles are visible only while the pointer is on their bar.
  await mouse.move(middle(barOf(id)));
  const from = middle(partOf(id, part));
  await mouse.down(from);
  await mouse.move({ x: from.x + right, y: from.y }, 8);
}

/** Draws a dependency from the end of a bar to the start of another one. */
async function link(from: string, to: string): Promise<void> {
  await take(from, TIE, 0);
  const { left, top, height } = barOf(to).getBoundingClientRect();
  await mouse.move({ x: left + 3, y: top + height / 2 }, 8);
  await until("the dependency to be explained", () => tip() !== "");
  await mouse.up();
}

async function undo(): Promise<void> {
  await clickRow("t5");
  await userEvent.keyboard("{Control>}z{/Control}");
  await filesBecome(extension, before);
  // The chart draws the old dates before it says so.
  await until("the undo to be reported", () => document.querySelector(".toast")?.textContent.includes("Redo"));
}

test("dragging an end changes only that date", async () => {
  const [start] = dates("t3.2");
  await take("t3.2", END, day);
  await mouse.up();
  await until("the end to be written", () => dates("t3.2").join() === `${start},2026-11-27`);
  await settledFiles(extension);
  expect(changed()).toEqual([push]);
  await undo();
});

test("a bar is moved from the keyboard", async () => {
  await clickRow("t5");
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await until("t5 to begin a day later", () => dates("t5")[0] === "2026-12-02");
  await settledFiles(extension);
  expect(changed()).toEqual([budget]);
  await undo();
});

test("a dependency is drawn between bars; one that closes a cycle is refused with the reason", async () => {
  await link("t3.2", "t5");
  await until("t5 to wait for t3.2", () => task("t5").dependencies?.includes("t3.2"));
  const linked = await settledFiles(extension);
  expect(changed()).toEqual([budget]);
  await link("t5", "t3.2");
  await until("the cycle to be named", () => /t3\.2 → t5 → t3\.2/u.test(tip()));
  expect(await settledFiles(extension)).toEqual(linked);
  await undo();
});

test("dependents move with a task, and stay if Alt is pressed", async () => {
  const [, due = ""] = dates("t1.2.3");
  await take("t1.2.2", MIDDLE, 7 * day);
  await until("the dependent to be announced", () => /dependent/u.test(tip()));
  await mouse.up();
  await until("the dependent to move", () => (dates("t1.2.3")[1] ?? "") > due);
  await settledFiles(extension);
  const [, end = ""] = dates("t1.2.2");
  expect((dates("t1.2.3")[0] ?? "") >= end).toBe(true);
  await undo();
  await take("t1.2.2", MIDDLE, 7 * day);
  await userEvent.keyboard("{Alt>}");
  await mouse.up(1);
  await userEvent.keyboard("{/Alt}");
  await until("the task to move", () => dates("t1.2.2")[1] === end);
  expect(dates("t1.2.3")[1]).toBe(due);
  await undo();
});

test("proposed dates are shown first; they are saved together and one key undoes them", async () => {
  await page.getByRole("button", { name: "Auto-schedule…" }).click();
  await until("dates to be proposed", () => document.querySelector(".proposal .move") !== null);
  expect(taskFiles(extension)).toEqual(before);
  const moves = [...document.querySelectorAll(".proposal .move:has(input)")];
  const plain = (text = "") => text.replaceAll(/\s/gu, " ");
  const shown = Object.fromEntries(moves.map((move) => [move.querySelector("input")?.id.replace("move-", "") ?? "", plain(move.querySelector(".move-dates > :last-child")?.textContent)]));
  expect(moves.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: /^Apply to all/u }).click();
  await until("the proposal to be closed", () => document.querySelector(".proposal") === null);
  await settledFiles(extension);
  const written = Object.keys(shown).map((id) => {
    const [start = "", due = ""] = dates(id);
    return [id, plain(shortSpan(start, due, new Date().toISOString(), "en"))];
  });
  expect(Object.fromEntries(written)).toEqual(shown);
  expect(changed()).toEqual(Object.keys(shown).map(fileOf).toSorted());
  await undo();
});

test("the chart's menu saves the current plan under an entered name", async () => {
  const { questions } = extension;
  const baselines = () => extension.filesBelow(".handoff/baselines").filter((name) => name.endsWith(".json"));
  const known = baselines();
  questions.answers.push("Spring tide");
  await page.getByRole("button", { name: "Display", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save Baseline…" }).click();
  const [file = ""] = await until("the baseline to be written", () => {
    const added = baselines().filter((name) => !known.includes(name));
    return added.length > 0 && added;
  });
  expect(questions.asked).toEqual(["Save Baseline: Name of the baseline"]);
  expect(JSON.parse(extension.read(file))).toMatchObject({ name: "Spring tide" });
  await until("the chart to offer the baseline", async () => {
    await page.getByRole("button", { name: "Display", exact: true }).click();
    const isOffered = page.getByRole("menuitemradio", { name: "Spring tide" }).query() !== null;
    await userEvent.keyboard("{Escape}");
    return isOffered;
  });
});
