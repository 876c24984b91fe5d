// The Task Explorer's data: one level of the engine's tree at a time, always from the model as it is.

import {
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeDataProvider,
} from "vscode";
import type { ProjectView } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import type { ExplorerChoice } from "./explorerChoice.ts";
import { taskItem, taskTooltip } from "./taskItem.ts";
import type { ExplorerNode, TaskNode } from "./taskNode.ts";

export class TaskTree implements TreeDataProvider<ExplorerNode> {
  readonly #projects: Projects;
  readonly #choice: ExplorerChoice;
  readonly #changed = new EventEmitter<undefined>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(projects: Projects, choice: ExplorerChoice) {
    this.#projects = projects;
    this.#choice = choice;
  }

  redraw(): void {
    this.#changed.fire(undefined);
  }

  /** Those that are read and have something in them. */
  get shown(): Project[] {
    return this.#projects.all.filter((project) => project.state === "ready" && project.summary.initialized);
  }

  async getChildren(node?: ExplorerNode): Promise<ExplorerNode[]> {
    if (node !== undefined) return this.#below(node.project, node);
    await this.#projects.load();
    const { shown } = this;
    const [only] = shown;
    if (only !== undefined && shown.length === 1) return this.#below(only, undefined);
    return shown.filter((project) => this.matches(project) > 0).map((project) => ({ kind: "project", project }));
  }

  /** How many tasks of a project are to be seen; without a filter, one that has none counts as well. */
  matches(project: Project): number {
    const { filter, sort, filtered } = this.#choice;
    if (!filtered) return Math.max(1, project.summary.total);
    return project.view({ kind: "explorer", parent: null, filter, sort }).matches;
  }

  getTreeItem(node: ExplorerNode): TreeItem {
    const { summary } = node.project;
    return node.kind === "task" ? taskItem(node, summary, this.#choice.filtered) : projectItem(node.project, summary);
  }

  resolveTreeItem(item: TreeItem, node: ExplorerNode): TreeItem {
    if (node.kind === "task") item.tooltip = taskTooltip(node.row, node.project.summary);
    return item;
  }

  getParent(node: ExplorerNode): ExplorerNode | undefined {
    return node.kind === "task" ? node.parent : undefined;
  }

  /** The node of a task with the chain above it, so that the tree can show it; undefined when the filter hides it. */
  find(project: Project, id: string): TaskNode | undefined {
    const task = project.view({ kind: "task", id });
    if (task === null) return undefined;
    const top: ExplorerNode | undefined = this.shown.length > 1 ? { kind: "project", project } : undefined;
    const parent = task.card.parent === undefined ? top : this.find(project, task.card.parent);
    return this.#below(project, parent).find(
      (node): node is TaskNode => node.kind === "task" && node.row.card.key === task.card.key,
    );
  }

  #below(project: Project, parent: ExplorerNode | undefined): ExplorerNode[] {
    if (project.state !== "ready") return [];
    const key = parent?.kind === "task" ? parent.row.card.key : null;
    const { filter, sort } = this.#choice;
    const { rows } = project.view({ kind: "explorer", parent: key, filter, sort });
    return rows.map((row) => ({ kind: "task", project, row, parent }));
  }
}

function projectItem(project: Project, summary: ProjectView): TreeItem {
  const item = new TreeItem(summary.name || project.folderName, TreeItemCollapsibleState.Expanded);
  item.id = project.id;
  item.description = summary.total === 1 ? l10n.t("1 task") : l10n.t("{0} tasks", summary.total);
  item.iconPath = new ThemeIcon("project");
  item.contextValue = "project";
  return item;
}
