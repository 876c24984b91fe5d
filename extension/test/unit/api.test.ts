// The API for other extensions.
import { expect, test, vi } from "vitest";
import { createApi } from "../../src/api.ts";
import { Emitter } from "../../src/support/emitter.ts";
import type { Project } from "../../src/workspace/project.ts";
import { Uri } from "./fakeVscode.ts";
import { createTask, memoryProject } from "./memoryProject.ts";

vi.mock("vscode", () => import("./fakeVscode.ts"));

const atlas = await memoryProject("file:///plans/atlas");
const id = await createTask(atlas, "Read the tide tables");
const changed = new Emitter<Project | undefined>();
const projects = { load: () => Promise.resolve(), all: [atlas], get: (folder: string) => (folder === atlas.id ? atlas : undefined), onDidChange: changed.event };
const opened: string[] = [];
const { api } = createApi(projects, (project, task) => void opened.push(`${project.name} ${task}`));
const described = { name: "atlas", folder: Uri.file("/plans/atlas") };

test("the API lists the projects, and reports changes", () => {
  const events: unknown[] = [];
  api.onDidChange((project) => events.push(project));
  changed.fire(undefined);
  changed.fire(atlas);
  expect([api.version, api.projects, events]).toEqual([1, [described], [undefined, described]]);
});

test("a task is opened in its project, and a missing one is refused", async () => {
  await api.openTask(described, id);
  await expect(api.openTask(described, "t9")).rejects.toThrow("There is no task t9 in atlas.");
  await expect(api.openTask({ folder: Uri.file("/plans/other") }, id)).rejects.toThrow("There is no Handoff project in file:///plans/other.");
  expect(opened).toEqual([`atlas ${id}`]);
});
