import { commands, window, workspace } from "vscode";
import type { ExplorerNode, TaskNode } from "../../../src/views/taskNode.ts";
import { until } from "../../harness/until.ts";
import { exists, handoff, loadedProject, readText, record, same } from "../window.ts";

const isTask = (node: ExplorerNode): node is TaskNode => node.kind === "task";

async function tasksBelow(node?: ExplorerNode): Promise<TaskNode[]> {
  const { explorer } = await handoff();
  return (await explorer.tree.getChildren(node)).filter(isTask);
}

async function projectNode(name: string): Promise<ExplorerNode> {
  const { explorer } = await handoff();
  await loadedProject("packages/widget");
  const top = await explorer.tree.getChildren();
  const node = top.find(({ kind, project }) => kind === "project" && project.name === name);
  if (node === undefined) throw new Error(`There is no project ${name} in the tree.`);
  return node;
}

describe("the Task Explorer", () => {
  afterEach(async () => {
    const { choice } = await handoff();
    choice.setFilter({});
    choice.setSort("manual");
  });

  it("shows projects, their tasks and their subtasks", async () => {
    const { explorer } = await handoff();
    const tasks = await tasksBelow(await projectNode("Tide Atlas"));
    same(tasks.slice(0, 3).map(({ row }) => row.card.id), ["t1", "t2", "t3"]);
    const [first] = tasks;
    const subtasks = await tasksBelow(first);
    same(subtasks.map(({ row }) => row.card.id), ["t1.1", "t1.2", "t1.3"]);
    same(subtasks.map((node) => explorer.tree.getParent(node) === first), [true, true, true]);
  });

  it("applies the filter and the order", async () => {
    const { choice } = await handoff();
    choice.setFilter({ statuses: ["blocked"] });
    const shown = await tasksBelow(await projectNode("Tide Atlas"));
    same(shown.some(({ row }) => row.card.id === "t6"), true);
    same(shown.some(({ row }) => row.card.id === "t7"), false);
    const { explorer } = await handoff();
    same((await explorer.tree.getChildren()).map(({ project }) => project.name), ["Tide Atlas"]);
    choice.setFilter({});
    choice.setSort("id");
    const sorted = await tasksBelow(await projectNode("Tide Atlas"));
    same(sorted[0]?.row.card.id, "feat-login");
  });

  it("finds the node of a nested task", async () => {
    const { explorer } = await handoff();
    const project = await loadedProject("tide-atlas");
    const node = explorer.tree.find(project, "t2.2.1");
    same(node?.parent?.kind === "task" && node.parent.row.card.id, "t2.2");
  });
});

describe("a change", () => {
  it("is written to the files, and undo reverts it", async () => {
    const project = await loadedProject("tide-atlas");
    const blocked = record(project, "tasks/t6-accessibility-audit/_task.blocked.json");
    const todo = record(project, "tasks/t6-accessibility-audit/_task.todo.json");
    const before = await readText(blocked);
    await commands.executeCommand("handoff.setStatusTodo", { project: project.id, taskIds: ["t6"] });
    same([await exists(blocked), await exists(todo)], [false, true]);
    const undone = await project.execute({ kind: "undo" });
    same(undone.kind, "done");
    same([await exists(blocked), await exists(todo)], [true, false]);
    same(await readText(blocked), before);
  });

  it("is shown once, not again when the watcher reports the extension's own writes", async () => {
    const project = await loadedProject("tide-atlas");
    let shown = 0;
    const listening = project.onDidChange(() => (shown += 1));
    await project.execute({ kind: "updateTasks", ids: ["t6"], patch: { priority: "high" } });
    // The watcher reports in order: after a later outside change it has reported the own writes.
    await workspace.fs.writeFile(record(project, "memory/mark.json"), new TextEncoder().encode("{}"));
    await until("the outside change is shown", () => shown > 1);
    listening.dispose();
    same(shown, 2);
    await project.execute({ kind: "undo" });
  });

  it("from outside is shown", async () => {
    const project = await loadedProject("tide-atlas");
    const place = record(project, "tasks/t6-accessibility-audit/_task.blocked.json");
    const before = await readText(place);
    const changed = before.replace("Accessibility audit", "Accessibility review");
    await workspace.fs.writeFile(place, new TextEncoder().encode(changed));
    await until("the new title is shown", () => {
      return project.view({ kind: "task", id: "t6" })?.card.title === "Accessibility review";
    });
    await workspace.fs.writeFile(place, new TextEncoder().encode(before));
    await until("the old title is shown", () => project.view({ kind: "task", id: "t6" })?.card.title === "Accessibility audit");
  });

  it("that is refused changes nothing and gives the reason", async () => {
    const project = await loadedProject("tide-atlas");
    const result = await project.execute({ kind: "updateTasks", ids: ["t1"], patch: {}, position: { parent: "t1.1", place: { kind: "last" } } });
    same(result.kind === "refused" && result.code, "move-into-itself");
  });
});

describe("the board and the task editor", () => {
  it("open as one tab each", async () => {
    const project = await loadedProject("tide-atlas");
    const tabs = (): number => window.tabGroups.all.flatMap((group) => group.tabs).length;
    const before = tabs();
    for (let time = 0; time < 2; time += 1) {
      await commands.executeCommand("handoff.openBoard", { project: project.id });
      await commands.executeCommand("handoff.openTask", { project: project.id, taskIds: ["t2"] });
    }
    await until("both tabs are open", () => tabs() === before + 2);
    await commands.executeCommand("workbench.action.closeAllEditors");
  });
});
