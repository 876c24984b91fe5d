// A board in a test's page, with helpers to inspect it.
import { page } from "vitest/browser";
import "../../shared/theme/base.css";
import "../board.css";
import "@vscode/codicons/dist/codicon.css";
import { applyTheme } from "../../shared/testing/theme.ts";
import type { Theme } from "../../shared/testing/theme.ts";
import type { Status } from "../../contract/generated/protocol.ts";
import { mountBoard } from "../page.tsx";
import { recordOf } from "../../contract/validate.ts";
import { cardFields } from "../state/cardFields.ts";
import { fakeProject } from "./fakeProject.ts";
import type { FakeOptions, FakeProject } from "./fakeProject.ts";

export interface BoardPage extends FakeProject {
  root: HTMLElement;
  /**
   * Removes the board and mounts it again with its persisted state, as a reload of the window does.
   */
  reload(): void;
  close(): void;
}

/** Most tests are about cards wherever they are and whatever they say, so parents, empty columns and all fields are shown. */
const everything = { query: { leavesOnly: false }, folds: { done: false, skipped: false }, cardFields: [...cardFields] };

export async function openBoard(options: FakeOptions, theme: Theme = "dark"): Promise<BoardPage> {
  await page.viewport(1440, 800);
  applyTheme(theme);
  const root = document.createElement("main");
  root.id = "root";
  document.body.append(root);
  let project = fakeProject({ ...options, kept: { ...everything, ...recordOf(options.kept) } });
  let close = mountBoard(root, project.host);
  const board: BoardPage = {
    ...project,
    root,
    reload: () => {
      close();
      project = fakeProject({ ...options, kept: project.host.persisted() });
      close = mountBoard(root, project.host);
    },
    close: () => {
      close();
      root.remove();
      document.querySelectorAll("[role=status], .drag-picture").forEach((element) => element.remove());
    },
  };
  return board;
}

export function cardOf(id: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(`.board [data-card="${CSS.escape(id)}"]`);
  if (element === null) throw new Error(`There is no card "${id}" on the board.`);
  return element;
}

/** Returns the title of a card, on which a click selects the card. */
export function titleOf(id: string): Element {
  const title = cardOf(id).querySelector(".card-title");
  if (title === null) throw new Error(`The card "${id}" has no title.`);
  return title;
}

export function hasCard(id: string): boolean {
  return document.querySelector(`.board [data-card="${CSS.escape(id)}"]`) !== null;
}

export function cellOf(status: Status, lane = ""): HTMLElement {
  const element = document.querySelector<HTMLElement>(`[data-status="${status}"][data-lane="${CSS.escape(lane)}"]`);
  if (element === null) throw new Error(`There is no cell "${status}", "${lane}".`);
  return element;
}

/** Returns the IDs of a column's rendered cards. */
export function idsIn(status: Status, lane = ""): string[] {
  return [...cellOf(status, lane).querySelectorAll<HTMLElement>("[data-card]")].map(({ dataset }) => dataset["card"] ?? "");
}

/** Returns the last announcement to screen readers. */
export function said(): string {
  return document.querySelector("body > [role=status]")?.textContent?.replace("\u00a0", "") ?? "";
}

export function chosen(): string[] {
  return [...document.querySelectorAll<HTMLElement>(".card.selected")].map(({ dataset }) => dataset["card"] ?? "");
}
