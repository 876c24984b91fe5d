// A tree of records of the projects of a window: the rows of the only project, or those of each project
// below its name. It is rendered again only if it looks different.

import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, window, type Disposable, type TreeDataProvider, type TreeView } from "vscode";
import { combineDisposables } from "../support/emitter.ts";
import { Throttle } from "../support/throttle.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";

/** Delay between two updates. */
const REDRAW_DELAY_MS = 250;

export type TreeProjects = Pick<Projects, "all" | "load" | "onDidChange">;

export abstract class ProjectTree<Node> implements TreeDataProvider<Node>, Disposable {
  protected readonly projects: TreeProjects;
  protected readonly view: TreeView<Node>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #parts: Disposable;
  /** Everything that the rendered rows show. */
  #rendered = "";
  readonly #throttle = new Throttle(() => this.#redraw(), REDRAW_DELAY_MS);

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(id: string, projects: TreeProjects) {
    this.projects = projects;
    this.view = window.createTreeView(id, { treeDataProvider: this, showCollapseAll: true });
    this.#parts = combineDisposables([
      this.view,
      this.#throttle,
      this.#changed,
      projects.onDidChange(() => this.update()),
      this.view.onDidChangeVisibility(() => this.update()),
    ]);
  }

  get selection(): readonly Node[] {
    return this.view.selection;
  }

  abstract getChildren(parent?: Node): Promise<Node[]>;
  abstract getTreeItem(node: Node): TreeItem;
  /** Returns everything that the rows show, and updates the message of the view. */
  protected abstract appearance(): string;

  dispose(): void {
    this.#parts.dispose();
  }

  /** Updates the tree soon, if it is visible and looks different. */
  protected update(): void {
    this.#throttle.request();
  }

  /** Returns the nodes of the first level. */
  protected roots(nodesOf: (project: Project) => Node[], nodeOf: (project: Project) => Node): Node[] {
    this.#rendered = this.appearance();
    const [only, ...others] = this.shown;
    return only !== undefined && others.length === 0 ? nodesOf(only) : this.shown.map(nodeOf);
  }

  protected get shown(): Project[] {
    return this.projects.all.filter((project) => project.state === "ready" && project.summary.initialized);
  }

  protected showMessage(message: string): void {
    if (message !== (this.view.message ?? "")) this.view.message = message;
  }

  /** Returns whether the tree looks different. */
  #redraw(): boolean {
    if (!this.view.visible) return false;
    const appearance = this.appearance();
    if (appearance === this.#rendered) return false;
    this.#rendered = appearance;
    this.#changed.fire(undefined);
    return true;
  }
}

/** Returns the row of a project. */
export function projectItem(project: Project, contextValue: string): TreeItem {
  const item = new TreeItem(project.name, TreeItemCollapsibleState.Expanded);
  item.id = project.id;
  item.iconPath = new ThemeIcon("project");
  item.contextValue = contextValue;
  return item;
}
