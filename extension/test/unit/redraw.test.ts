// The tree updates only nodes that look different: VSCode drops everything below an updated node
// until it requests it again.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExplorerChoice } from "../../src/views/explorerChoice.ts";
import type { ExplorerNode } from "../../src/views/taskNode.ts";
import { TaskTree } from "../../src/views/taskTree.ts";
import type { Project } from "../../src/workspace/project.ts";
import type { Projects } from "../../src/workspace/projects.ts";
import { FakeMemento } from "./fakeVscode.ts";
import { createTask, memoryProject, run } from "./memoryProject.ts";

vi.mock("vscode", () => import("./fakeVscode.ts"));

let project: Project;
let shown: Project[];
let tree: TaskTree;
let updates: (string[] | "all")[];
const nameOf = (node: ExplorerNode): string => (node.kind === "task" ? node.row.card.id : node.project.name);

const rename = (id: string) => run(project, { kind: "updateTasks", ids: [id], patch: { title: "New" } });
const moveLast = (id: string, parent: string | null) =>
  run(project, { kind: "updateTasks", ids: [id], patch: {}, position: { parent, place: { kind: "last" } } });

async function addProject(): Promise<void> {
  const widget = await memoryProject("file:///Widget");
  await createTask(widget, "Gear");
  shown.push(widget);
}

/** Requests every node, as VSCode does if all are expanded. */
async function open(node?: ExplorerNode): Promise<string[]> {
  const below = await tree.getChildren(node);
  const deeper = await Promise.all(below.map(open));
  return below.flatMap((inner, index) => [nameOf(inner), ...(deeper[index] ?? [])]);
}

beforeEach(async () => {
  project = await memoryProject("file:///Tide");
  for (const parent of [undefined, "t1", "t1", "t1.2", undefined]) await createTask(project, "Task", parent);
  shown = [project];
  const projects = { all: shown, load: () => Promise.resolve() } satisfies Pick<Projects, "all" | "load">;
  tree = new TaskTree(projects, new ExplorerChoice(new FakeMemento()));
  updates = [];
  tree.onDidChangeTreeData((nodes) => updates.push(nodes?.map(nameOf) ?? "all"));
  await open();
});
afterEach(() => {
  for (const one of shown) one.dispose();
});

test("getChildren returns the tasks of each level", async () => {
  expect(await open()).toEqual(["t1", "t1.1", "t1.2", "t1.2.1", "t2"]);
});

test.each([
  ["nothing if nothing changed", () => Promise.resolve(), []],
  ["a renamed task", () => rename("t2"), [["t2"]]],
  ["a renamed task deep below", () => rename("t1.2.1"), [["t1.2.1"]]],
  ["the highest parent of a new task, which counts what is inside", () => createTask(project, "Task", "t1.2"), [["t1"]]],
  ["the parent of reordered tasks", () => moveLast("t1.1", "t1"), [["t1"]]],
  ["everything if the top level is reordered", () => moveLast("t1", null), ["all"]],
  ["everything if a task is added at the top level", () => createTask(project, "Task"), ["all"]],
  ["everything if a project is added", () => addProject(), ["all"]],
] as [string, () => Promise<unknown>, (string[] | "all")[]][])("redraw updates %s", async (_, change, expected) => {
  await change();
  tree.redraw();
  expect(updates).toEqual(expected);
  tree.redraw();
  expect(updates, "once").toEqual(expected);
});

test("redraw keeps nodes with children during a drag and updates them afterwards", async () => {
  tree.isDragging = true;
  for (const id of ["t2", "t1.2", "t1.2.1"]) await rename(id);
  tree.redraw();
  expect(updates.flat().toSorted()).toEqual(["t1.2.1", "t2"]);
  updates = [];
  await createTask(project, "Task");
  expect(tree.redraw()).toBe(false);
  expect(updates).toEqual([]);
  tree.isDragging = false;
  tree.redraw();
  expect(updates).toEqual(["all"]);
});

test("redraw shows a new subtask when the drag is over", async () => {
  tree.isDragging = true;
  await createTask(project, "Task", "t1.2");
  expect(tree.redraw()).toBe(false);
  tree.isDragging = false;
  tree.redraw();
  expect(updates).toEqual([["t1"]]);
});

test("redraw updates the row of a node in place", async () => {
  const [, node] = await tree.getChildren();
  await rename("t2");
  tree.redraw();
  expect(node?.kind === "task" && node.row.card.title).toBe("New");
});

test("redraw updates the project node of a new task if there are several projects", async () => {
  await addProject();
  tree.redraw();
  expect(await open()).toEqual(["Tide", "t1", "t1.1", "t1.2", "t1.2.1", "t2", "Widget", "t1"]);
  await createTask(project, "Task");
  tree.redraw();
  expect(updates).toEqual(["all", ["Tide"]]);
});
