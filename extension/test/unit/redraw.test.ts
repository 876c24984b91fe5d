// The tree tells the editor of the nodes that look different now, and of no others: whatever it is told of it forgets until it asks again.
import { beforeEach, expect, test, vi } from "vitest";
import type { Card, ExplorerRow } from "../../../webviews/contract/generated/protocol.ts";
import type { ExplorerChoice } from "../../src/views/explorerChoice.ts";
import type { ExplorerNode } from "../../src/views/taskNode.ts";
import { TaskTree } from "../../src/views/taskTree.ts";
import type { Project } from "../../src/workspace/project.ts";
import type { Projects } from "../../src/workspace/projects.ts";

vi.mock("vscode", () => import("./fakeVscode.ts"));

interface Task {
  id: string;
  title: string;
  below: Task[];
}

const task = (id: string, ...below: Task[]): Task => ({ id, title: id, below });
const rowOf = ({ id, title, below }: Task): ExplorerRow => ({
  card: { key: id, id, title } as Card,
  children: below.length,
  matches: true,
  excerpt: "",
});

function projectOf(name: string, tasks: Task[]): Project {
  const everywhere = (list: Task[]): Task[] => list.flatMap((one) => [one, ...everywhere(one.below)]);
  const view = ({ parent }: { parent: string | null }) => ({
    rows: (everywhere(tasks).find(({ id }) => id === parent)?.below ?? (parent === null ? tasks : [])).map(rowOf),
  });
  const summary = { initialized: true, assignees: [], get total() { return everywhere(tasks).length; } };
  return { id: name, name, state: "ready", summary, view } as unknown as Project;
}

let t1: Task;
let t12: Task;
let deep: Task;
let t2: Task;
let tasks: Task[];
let shown: Project[];
let tree: TaskTree;
let told: (string[] | "all")[];
const nameOf = (node: ExplorerNode): string => (node.kind === "task" ? node.row.card.id : node.project.name);

/** As the editor asks for everything that is open. */
async function open(node?: ExplorerNode): Promise<string[]> {
  const below = await tree.getChildren(node);
  const deeper = await Promise.all(below.map(open));
  return below.flatMap((inner, index) => [nameOf(inner), ...(deeper[index] ?? [])]);
}

beforeEach(async () => {
  deep = task("t1.2.1");
  t12 = task("t1.2", deep);
  t1 = task("t1", task("t1.1"), t12);
  t2 = task("t2");
  tasks = [t1, t2];
  shown = [projectOf("Tide", tasks)];
  const projects = { all: shown, load: () => Promise.resolve() } as unknown as Projects;
  tree = new TaskTree(projects, { filter: {}, isFiltered: false, sort: "manual" } as ExplorerChoice);
  told = [];
  tree.onDidChangeTreeData((nodes) => told.push(nodes?.map(nameOf) ?? "all"));
  await open();
});

test.each([
  ["nothing, where nothing changed", () => undefined, []],
  ["a title", () => (t2.title = "New"), [["t2"]]],
  ["a title deep below", () => (deep.title = "New"), [["t1.2.1"]]],
  ["a task below another", () => t12.below.push(task("t1.2.2")), [["t1.2"]]],
  ["the order below a task", () => t1.below.push(...t1.below.splice(0, 1)), [["t1"]]],
  ["the order at the top", () => tasks.push(...tasks.splice(0, 1)), ["all"]],
  ["a task at the top", () => tasks.push(task("t3")), ["all"]],
  ["a second project", () => shown.push(projectOf("Widget", [task("w1")])), ["all"]],
] as [string, () => unknown, (string[] | "all")[]][])("%s", async (_, change, expected) => {
  change();
  tree.redraw();
  expect(told).toEqual(expected);
  tree.redraw();
  expect(told, "told once").toEqual(expected);
});

test("while something is dragged, nothing is asked for anew; what is left out comes afterwards", () => {
  tree.isDragging = true;
  t2.title = "New";
  t12.title = "Open, and new";
  deep.title = "New below";
  tree.redraw();
  expect(told.flat().toSorted()).toEqual(["t1.2.1", "t2"]);
  told = [];
  tasks.push(task("t3"));
  expect(tree.redraw()).toBe(false);
  expect(told).toEqual([]);
  tree.isDragging = false;
  tree.redraw();
  expect(told).toEqual(["all"]);
});

test("a task below one that is open comes when the drag is over", () => {
  tree.isDragging = true;
  t12.below.push(task("t1.2.2"));
  expect(tree.redraw()).toBe(false);
  tree.isDragging = false;
  tree.redraw();
  expect(told).toEqual([["t1.2"]]);
});

test("a node that stays shows what is true now", async () => {
  const [, node] = await tree.getChildren();
  t2.title = "New";
  tree.redraw();
  expect(node?.kind === "task" && node.row.card.title).toBe("New");
});

test("a task that is added under a project of several is told at the project", async () => {
  shown.push(projectOf("Widget", [task("w1")]));
  tree.redraw();
  expect(await open()).toEqual(["Tide", "t1", "t1.1", "t1.2", "t1.2.1", "t2", "Widget", "w1"]);
  tasks.push(task("t3"));
  tree.redraw();
  expect(told).toEqual(["all", ["Tide"]]);
});
