// When the dashboard opens by itself: once, when the user looks at the tasks.
import { beforeEach, expect, test, vi } from "vitest";
import { Emitter } from "../../../src/support/emitter.ts";
import { openFirstPage } from "../../../src/views/firstPage.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { FakeMemento } from "../fakeVscode.ts";
import { memoryProject } from "../memoryProject.ts";

const settings = vi.hoisted(() => ({ first: true }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  workspace: { getConfiguration: () => ({ get: () => settings.first }) },
}));

const atlas = await memoryProject("file:///atlas");
const loading = await memoryProject("file:///loading");
Object.defineProperty(loading, "state", { get: () => "loading" });
const beacon = await memoryProject("file:///beacon");

class Window {
  isVisible = false;
  readonly shown = new Emitter<unknown>();
  readonly onDidChangeVisibility = this.shown.event;
  readonly changed = new Emitter<Project | undefined>();
  readonly projects = { all: [] as Project[], isSearched: false, onDidChange: this.changed.event };
  readonly opened: string[] = [];

  constructor(memory: FakeMemento) {
    openFirstPage(memory, this, this.projects, {
      openDashboard: ({ name }) => void this.opened.push(name),
      openOverview: () => void this.opened.push("overview"),
    });
  }

  look(): void {
    this.isVisible = true;
    this.shown.fire(undefined);
  }

  find(all: Project[]): void {
    this.projects.all = all;
    this.projects.isSearched = true;
    this.changed.fire(undefined);
  }
}

let memory: FakeMemento;
beforeEach(() => {
  memory = new FakeMemento();
  settings.first = true;
});

test("the dashboard opens once, when the tasks are seen and the project is read", () => {
  const window = new Window(memory);
  window.find([atlas]);
  expect(window.opened).toEqual([]);
  window.look();
  expect(window.opened).toEqual(["atlas"]);
  window.look();
  window.find([atlas]);
  expect(window.opened).toEqual(["atlas"]);
  const next = new Window(memory);
  next.look();
  next.find([atlas]);
  expect(next.opened).toEqual([]);
});

test("several projects open their overview", () => {
  const window = new Window(memory);
  window.look();
  window.find([atlas, beacon]);
  expect(window.opened).toEqual(["overview"]);
});

test("nothing opens while a project is being read, or without a project", () => {
  const window = new Window(memory);
  window.look();
  window.find([]);
  window.find([atlas, loading]);
  expect(window.opened).toEqual([]);
  window.find([atlas]);
  expect(window.opened).toEqual(["atlas"]);
});

test("the setting turns it off without using up the first time", () => {
  settings.first = false;
  const window = new Window(memory);
  window.look();
  window.find([atlas]);
  expect(window.opened).toEqual([]);
  settings.first = true;
  window.look();
  expect(window.opened).toEqual(["atlas"]);
});
