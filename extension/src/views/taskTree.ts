// Data of the Task Explorer: one level of the engine's tree at a time. VSCode drops everything
// below a node that is updated until it has requested it again; a drop or key in that time finds no
// task. So only nodes that look different are updated, and during a drag only those without
// children.

import { EventEmitter, l10n, type TreeDataProvider, type TreeItem } from "vscode";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import type { ExplorerChoice } from "./explorerChoice.ts";
import { countText, heldText } from "../support/vocabulary.ts";
import { projectItem } from "./projectTree.ts";
import { itemId, personName, taskItem, taskTooltip } from "./taskItem.ts";
import type { ExplorerNode, TaskNode } from "./taskNode.ts";

export class TaskTree implements TreeDataProvider<ExplorerNode> {
  readonly #projects: Pick<Projects, "all" | "load">;
  readonly #choice: ExplorerChoice;
  readonly #changed = new EventEmitter<ExplorerNode[] | undefined>();
  /** Nodes that VSCode has, by parent; undefined for the top level. */
  readonly #rendered = new Map<ExplorerNode | undefined, RenderedNode[]>();
  /** True during a drag: rows keep their place. */
  isDragging = false;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(projects: Pick<Projects, "all" | "load">, choice: ExplorerChoice) {
    this.#projects = projects;
    this.#choice = choice;
  }

  /** Updates the changed nodes. Returns whether there were any. */
  redraw(): boolean {
    const stale: ExplorerNode[] = [];
    if (!this.#compare(undefined, stale) && !this.isDragging) this.redrawAll();
    else if (stale.length > 0) this.#changed.fire(stale);
    else return false;
    return true;
  }

  redrawAll(): void {
    this.#rendered.clear();
    this.#changed.fire(undefined);
  }

  /** Projects that are loaded and initialized. */
  get shown(): Project[] {
    return this.#projects.all.filter((project) => project.state === "ready" && project.summary.initialized);
  }

  async getChildren(parent?: ExplorerNode): Promise<ExplorerNode[]> {
    if (parent === undefined) await this.#projects.load();
    const nodes = this.#childrenOf(parent);
    this.#forget(parent);
    this.#rendered.set(parent, nodes.map((node) => ({ node, appearance: appearanceOf(node) })));
    return nodes;
  }

  /** Returns the tasks of tree items. */
  tasksOf(itemIds: readonly string[]): TaskNode[] {
    const shown = [...this.#rendered.values()].flat().map(({ node }) => node);
    const tasks = shown.filter((node) => node.kind === "task");
    return tasks.filter((task) => itemIds.includes(itemId(task, this.#choice.isFiltered)));
  }

  /**
   * Returns how many tasks match; without a filter at least 1, so that an empty project is shown.
   */
  matches(project: Project): number {
    const { shown, sort, isFiltered, isOpenOnly } = this.#choice;
    if (!isFiltered && !isOpenOnly) return Math.max(1, project.summary.total);
    return project.view({ kind: "explorer", parent: null, filter: shown, sort }).matches;
  }

  getTreeItem(node: ExplorerNode): TreeItem {
    return node.kind === "task" ? taskItem(node, node.project.summary, this.#choice.isFiltered) : countedProjectItem(node.project);
  }

  resolveTreeItem(item: TreeItem, node: ExplorerNode): TreeItem {
    if (node.kind === "task") item.tooltip = taskTooltip(node.row, node.project.summary);
    return item;
  }

  getParent(node: ExplorerNode): ExplorerNode | undefined {
    return node.kind === "task" ? node.parent : undefined;
  }

  /**
   * Returns a task's node with its parents, so that the tree can reveal it; undefined if the filter
   * hides it.
   */
  find(project: Project, id: string): TaskNode | undefined {
    const task = project.view({ kind: "task", id });
    if (task === null) return undefined;
    const top: ExplorerNode | undefined = this.shown.length > 1 ? { kind: "project", project } : undefined;
    const parent = task.card.parent === undefined ? top : this.find(project, task.card.parent);
    return this.#tasks(project, parent).find(({ row }) => row.card.key === task.card.key);
  }

  #childrenOf(parent: ExplorerNode | undefined): ExplorerNode[] {
    if (parent !== undefined) return this.#tasks(parent.project, parent);
    const { shown } = this;
    const [only] = shown;
    if (only !== undefined && shown.length === 1) return this.#tasks(only, undefined);
    return shown.filter((project) => this.matches(project) > 0).map((project) => ({ kind: "project", project }));
  }

  #tasks(project: Project, parent: ExplorerNode | undefined): TaskNode[] {
    if (project.state !== "ready") return [];
    const key = parent?.kind === "task" ? parent.row.card.key : null;
    const { shown, sort } = this.#choice;
    const { rows } = project.view({ kind: "explorer", parent: key, filter: shown, sort });
    return rows.map((row) => ({ kind: "task", project, row, parent }));
  }

  /**
   * Returns whether VSCode has the right nodes below this one, in the right order. Adds nodes to
   * update to `stale`.
   */
  #compare(parent: ExplorerNode | undefined, stale: ExplorerNode[]): boolean {
    const given = this.#rendered.get(parent);
    if (given === undefined) return true;
    const now = this.#childrenOf(parent);
    if (now.length !== given.length || !now.every((node, index) => isSame(node, given[index]?.node))) return false;
    for (const [index, node] of now.entries()) {
      const shown = given[index];
      if (shown === undefined) continue;
      const appearance = appearanceOf(node);
      if (shown.node.kind === "task" && node.kind === "task") shown.node.row = node.row;
      if (this.isDragging && this.#hasChildren(shown.node)) {
        this.#compare(shown.node, stale);
        continue;
      }
      if (appearance === shown.appearance && this.#compare(shown.node, stale)) continue;
      shown.appearance = appearance;
      this.#forget(shown.node);
      stale.push(shown.node);
    }
    return true;
  }

  #hasChildren(node: ExplorerNode): boolean {
    return (this.#rendered.get(node)?.length ?? 0) > 0;
  }

  #forget(parent: ExplorerNode | undefined): void {
    for (const { node } of this.#rendered.get(parent) ?? []) this.#forget(node);
    this.#rendered.delete(parent);
  }
}

/** A node and its appearance when VSCode requested it. */
interface RenderedNode {
  readonly node: ExplorerNode;
  appearance: string;
}

/** Returns everything that a node's appearance depends on, including its tooltip. */
function appearanceOf(node: ExplorerNode): string {
  const { project } = node;
  if (node.kind === "project") return JSON.stringify([project.name, project.summary.total]);
  const { card } = node.row;
  return JSON.stringify([node.row, personName(card, project.summary), card.holder === undefined ? "" : heldText(card.holder)]);
}

function isSame(left: ExplorerNode, right: ExplorerNode | undefined): boolean {
  if (left.project !== right?.project) return false;
  if (left.kind === "project" || right.kind === "project") return left.kind === right.kind;
  return left.row.card.key === right.row.card.key;
}

/** Returns the row of a project, with the number of its tasks. */
function countedProjectItem(project: Project): TreeItem {
  const { total } = project.summary;
  const item = projectItem(project, "project");
  item.description = total === 1 ? l10n.t("1 task") : l10n.t("{0} tasks", countText(total));
  return item;
}
