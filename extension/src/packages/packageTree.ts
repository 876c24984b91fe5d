// The Packages tree: the packages of each project, newest first. What is no longer delivered by name is in a
// group of its own. Packages are read when the tree is shown for the first time.

import { EventEmitter, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, window, type Disposable, type TreeDataProvider, type TreeView } from "vscode";
import type { PackageRow } from "../../../webviews/contract/generated/protocol.ts";
import { combineDisposables } from "../support/emitter.ts";
import { Throttle } from "../support/throttle.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { describe, packageItem, packageTooltip } from "./packageItem.ts";
import type { FormerNode, PackageTreeNode } from "./packageNode.ts";

/** Delay between two updates. */
const REDRAW_DELAY_MS = 250;
/** Ages and remaining times are shown in minutes at the finest. */
const AGE_UPDATE_MS = 60_000;

export class PackageTree implements TreeDataProvider<PackageTreeNode>, Disposable {
  readonly #projects: Pick<Projects, "all" | "load" | "onDidChange">;
  readonly #view: TreeView<PackageTreeNode>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #parts: Disposable;
  /** Everything that the rendered rows show, so that only a difference is rendered. */
  #rendered = "";
  readonly #throttle = new Throttle(() => this.#redraw(), REDRAW_DELAY_MS);
  #minutes: ReturnType<typeof setInterval> | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(projects: Pick<Projects, "all" | "load" | "onDidChange">) {
    this.#projects = projects;
    this.#view = window.createTreeView("handoff.packages", { treeDataProvider: this, showCollapseAll: true });
    this.#parts = combineDisposables([
      this.#view,
      this.#throttle,
      this.#changed,
      projects.onDidChange(() => this.#throttle.request()),
      this.#view.onDidChangeVisibility(({ visible }) => this.#follow(visible)),
    ]);
  }

  get selection(): readonly PackageTreeNode[] {
    return this.#view.selection;
  }

  async getChildren(parent?: PackageTreeNode): Promise<PackageTreeNode[]> {
    if (parent?.kind === "package") return [];
    if (parent?.kind === "formerPackages") return formerOf(parent.project);
    if (parent !== undefined) return childrenOf(parent.project);
    await this.#projects.load();
    const shown = this.#shown;
    await Promise.all(shown.map((project) => project.onDemand.readPackages()));
    this.#rendered = this.#appearance();
    const [only] = shown;
    if (only !== undefined && shown.length === 1) return childrenOf(only);
    return shown.map((project) => ({ kind: "packageProject", project }));
  }

  getTreeItem(node: PackageTreeNode): TreeItem {
    switch (node.kind) {
      case "package":
        return packageItem(node);
      case "formerPackages":
        return formerItem(node);
      case "packageProject": {
        const item = new TreeItem(node.project.name, TreeItemCollapsibleState.Expanded);
        item.id = node.project.id;
        item.iconPath = new ThemeIcon("project");
        item.contextValue = "packageProject";
        return item;
      }
    }
  }

  resolveTreeItem(item: TreeItem, node: PackageTreeNode): TreeItem {
    if (node.kind === "package") item.tooltip = packageTooltip(node.row);
    return item;
  }

  dispose(): void {
    clearInterval(this.#minutes);
    this.#parts.dispose();
  }

  get #shown(): Project[] {
    return this.#projects.all.filter((project) => project.state === "ready" && project.summary.initialized);
  }

  /** Updates ages and remaining times while the tree is visible. */
  #follow(visible: boolean): void {
    clearInterval(this.#minutes);
    this.#minutes = visible ? setInterval(() => this.#throttle.request(), AGE_UPDATE_MS) : undefined;
    this.#throttle.request();
  }

  /** Updates the tree if it is visible and looks different. Returns whether it did. */
  #redraw(): boolean {
    if (!this.#view.visible) return false;
    const appearance = this.#appearance();
    if (appearance === this.#rendered) return false;
    this.#rendered = appearance;
    this.#changed.fire(undefined);
    return true;
  }

  #appearance(): string {
    const views = this.#shown.map((project) => ({ project, view: packagesOf(project) }));
    const [first = "", ...others] = views.flatMap(({ view }) => view.unreadable);
    const message = others.length === 0 ? first : `${first} ${l10n.t("And {0} more.", others.length)}`;
    if (message !== (this.#view.message ?? "")) this.#view.message = message;
    return JSON.stringify(views.map(({ project, view }) => [project.id, project.name, view.packages.map((row) => [row, describe(row)])]));
  }
}

/** Returns the packages of a project as last read. */
export function packagesOf(project: Project) {
  return project.view({ kind: "packages", expired: true });
}

function childrenOf(project: Project): PackageTreeNode[] {
  if (project.state !== "ready") return [];
  const { packages } = packagesOf(project);
  const current = packages.filter(isCurrent);
  const count = packages.length - current.length;
  const group: FormerNode[] = count === 0 ? [] : [{ kind: "formerPackages", project, count }];
  return [...nodesOf(project, current), ...group];
}

function formerOf(project: Project): PackageTreeNode[] {
  if (project.state !== "ready") return [];
  return nodesOf(project, packagesOf(project).packages.filter((row) => !isCurrent(row)));
}

function nodesOf(project: Project, rows: readonly PackageRow[]): PackageTreeNode[] {
  return rows.map((row) => ({ kind: "package", project, row }));
}

function isCurrent({ state }: PackageRow): boolean {
  return state === "current";
}

function formerItem({ project, count }: FormerNode): TreeItem {
  const item = new TreeItem(l10n.t("Superseded and Expired"), TreeItemCollapsibleState.Collapsed);
  item.id = `${project.id}#former`;
  item.description = String(count);
  item.iconPath = new ThemeIcon("archive");
  item.contextValue = "formerPackages";
  return item;
}
