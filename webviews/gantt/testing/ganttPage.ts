// A Gantt chart in a test's page, with helpers to inspect it.
import { page } from "vitest/browser";
import "../../shared/theme/base.css";
import "../gantt.css";
import "@vscode/codicons/dist/codicon.css";
import { applyTheme } from "../../shared/testing/theme.ts";
import { mountGantt } from "../page.tsx";
import { fakeGantt } from "./fakeGantt.ts";
import type { FakeGantt, FakeGanttOptions } from "./fakeGantt.ts";

export interface GanttTestPage extends FakeGantt {
  /**
   * Removes the chart and mounts it again with its persisted state, as a reload of the window does.
   */
  reload(): void;
  close(): void;
}

export async function openGantt(options: FakeGanttOptions): Promise<GanttTestPage> {
  await page.viewport(1440, 800);
  applyTheme("dark");
  const root = document.createElement("main");
  root.id = "root";
  document.body.append(root);
  let project = fakeGantt(options);
  let close = mountGantt(root, project.host);
  return {
    ...project,
    reload: () => {
      close();
      project = fakeGantt({ ...options, kept: project.host.persisted() });
      close = mountGantt(root, project.host);
    },
    close: () => {
      close();
      root.remove();
      document.querySelectorAll("body > [role=status]").forEach((element) => element.remove());
    },
  };
}

function found(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`There is no "${selector}" in the chart.`);
  return element;
}

export function rowOf(id: string): HTMLElement {
  return found(`[data-row="${CSS.escape(id)}"]`);
}

export function cellOf(id: string, column: string): HTMLElement {
  return found(`[data-row="${CSS.escape(id)}"] [data-column="${column}"]`);
}

export function hasRow(id: string): boolean {
  return document.querySelector(`[data-row="${CSS.escape(id)}"]`) !== null;
}

/** Returns the rendered bar of a task. */
export function barOf(id: string): Element {
  return found(`[data-bar="${CSS.escape(id)}"] :is(.bar-fill, .bracket)`);
}

export function hasBar(id: string): boolean {
  return document.querySelector(`[data-bar="${CSS.escape(id)}"] :is(.bar-fill, .bracket)`) !== null;
}

export function partOf(id: string, part: string): Element {
  return found(`[data-bar="${CSS.escape(id)}"] ${part}`);
}

/** Returns the IDs of the rendered rows, top down. */
export function rowIds(): string[] {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  return rows.toSorted((a, b) => a.offsetTop - b.offsetTop).map(({ dataset }) => dataset["row"] ?? "");
}

export function chosen(): string[] {
  return [...document.querySelectorAll<HTMLElement>(".grid-row.chosen")].map(({ dataset }) => dataset["row"] ?? "");
}

export function tip(): string {
  return document.querySelector(".tip")?.textContent ?? "";
}

/** Returns the last announcement to screen readers. */
export function said(): string {
  return document.querySelector("body > [role=status]")?.textContent?.replace("\u00a0", "") ?? "";
}

/**
 * Returns whether the chart has had its first layout, which sets the scroll position just before
 * the first frame.
 */
export function isLaidOut(): boolean {
  return (document.querySelector(".chart-scroller")?.scrollLeft ?? 0) > 0;
}

/** Returns whether dates are written in the locale, which is set after the first frame. */
export function hasDates(): boolean {
  return document.querySelector(".axis-label")?.textContent !== "";
}

export function scroller(): HTMLElement {
  return found(".chart-scroller");
}
