// Opens the surfaces as the pictures and animations show them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { root } from "../../../scripts/lib/paths.mjs";
import { BoardPage } from "../e2e/pages/boardPage.ts";
import { GanttPage } from "../e2e/pages/ganttPage.ts";
import type { Vscode } from "../harness/vscode.ts";
import { openPage, type Point, settle } from "./studio.ts";

const dictionary = (...path: string[]): Record<string, string> => JSON.parse(readFileSync(join(root, "extension", ...path), "utf8")) as Record<string, string>;
const japanese = { ...dictionary("demo", "harbour.ja.json"), ...dictionary("l10n", "bundle.l10n.ja.json") };

/** The texts of the pages and of the demo, by language. */
const texts = {
  en: (text: string) => text,
  ja: (text: string) => japanese[text] ?? text,
};

/** Opens the board with the tasks of the next milestone, without the column that few need. */
export async function openBoard(vscode: Vscode, language: "en" | "ja" = "en"): Promise<BoardPage> {
  const say = texts[language];
  const frame = await openPage(vscode, "Handoff: Open Board", "board", "[data-card]");
  await frame.getByRole("button", { name: say("Filter"), exact: true }).click();
  await frame.getByRole("menuitem", { name: say("Milestone") }).click();
  await frame.getByRole("menuitemcheckbox", { name: say("Open for guests") }).click();
  await closeMenus(vscode, frame);
  await frame.getByRole("button", { name: say("Menu of column {0}").replace("{0}", say("Skipped")) }).click();
  await frame.getByRole("menuitem", { name: say("Hide column") }).click();
  await closeMenus(vscode, frame);
  return await BoardPage.find(vscode);
}

/** Lets the chart show what lies ahead, milestone by milestone. */
export function planAhead(vscode: Vscode, sort: "start" | "manual"): void {
  const config = vscode.read(".handoff/config.toml");
  vscode.write(".handoff/config.toml", `${config}\n[gantt_view]\nsort = "${sort}"\ngroup_by_milestone = true\nzoom = "week"\n`);
}

/** Opens the chart without finished tasks. */
export async function openChart(vscode: Vscode): Promise<GanttPage> {
  const frame = await openPage(vscode, "Handoff: Open Gantt Chart", "gantt", "[data-bar]");
  await frame.getByRole("button", { name: "Filter", exact: true }).click();
  await frame.getByRole("menuitem", { name: "Status" }).click();
  for (const status of ["To do", "In progress", "Review", "Blocked"]) await frame.getByRole("menuitemcheckbox", { name: status }).click();
  await closeMenus(vscode, frame);
  return await GanttPage.find(vscode);
}

export async function showCriticalPath(vscode: Vscode, { frame }: GanttPage): Promise<void> {
  await frame.getByRole("button", { name: "Display", exact: true }).click();
  await frame.getByRole("menuitemcheckbox", { name: "Critical Path" }).click();
  await closeMenus(vscode, frame);
}

async function closeMenus(vscode: Vscode, frame: Frame): Promise<void> {
  await vscode.page.keyboard.press("Escape");
  await vscode.page.keyboard.press("Escape");
  await frame.getByRole("menu").first().waitFor({ state: "hidden" });
  await settle(frame);
}

/** Returns a place inside of an element, as shares of its width and height. */
export async function placeIn(element: Locator, across = 0.5, down = 0.5): Promise<Point> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element is not shown.");
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** Drags the edge between two parts of the window. */
export async function moveEdge({ page }: Vscode, edge: Point, by: Point): Promise<void> {
  await page.mouse.move(edge.x, edge.y);
  await page.locator(".monaco-sash.hover").waitFor();
  await page.mouse.down();
  await page.mouse.move(edge.x + by.x, edge.y + by.y, { steps: 4 });
  await page.mouse.up();
}
