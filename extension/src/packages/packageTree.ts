// The Packages tree: the packages of each project, newest first. Those that are no longer delivered by name are
// in a group. Packages are read when the tree is shown for the first time.

import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Disposable } from "vscode";
import type { PackageRow } from "../../../webviews/contract/generated/protocol.ts";
import { ProjectTree, projectItem, type TreeProjects } from "../views/projectTree.ts";
import type { Project } from "../workspace/project.ts";
import { describe, packageItem, packageTooltip } from "./packageItem.ts";
import type { FormerNode, PackageTreeNode } from "./packageNode.ts";

/** Ages and remaining times are shown in minutes at the finest. */
const AGE_UPDATE_MS = 60_000;

export class PackageTree extends ProjectTree<PackageTreeNode> {
  readonly #following: Disposable;
  #minutes: ReturnType<typeof setInterval> | undefined;

  constructor(projects: TreeProjects) {
    super("handoff.packages", projects);
    this.#following = this.view.onDidChangeVisibility(({ visible }) => this.#follow(visible));
  }

  async getChildren(parent?: PackageTreeNode): Promise<PackageTreeNode[]> {
    if (parent?.kind === "package") return [];
    if (parent?.kind === "formerPackages") return formerOf(parent.project);
    if (parent !== undefined) return childrenOf(parent.project);
    await this.projects.load();
    await Promise.all(this.shown.map((project) => project.onDemand.readPackages()));
    return this.roots(childrenOf, (project) => ({ kind: "packageProject", project }));
  }

  getTreeItem(node: PackageTreeNode): TreeItem {
    switch (node.kind) {
      case "package":
        return packageItem(node);
      case "formerPackages":
        return formerItem(node);
      case "packageProject":
        return projectItem(node.project, "packageProject");
    }
  }

  resolveTreeItem(item: TreeItem, node: PackageTreeNode): TreeItem {
    if (node.kind === "package") item.tooltip = packageTooltip(node.row);
    return item;
  }

  override dispose(): void {
    clearInterval(this.#minutes);
    this.#following.dispose();
    super.dispose();
  }

  protected appearance(): string {
    const views = this.shown.map((project) => ({ project, view: packagesOf(project) }));
    const [first = "", ...others] = views.flatMap(({ view }) => view.unreadable);
    this.showMessage(others.length === 0 ? first : `${first} ${l10n.t("And {0} more.", others.length)}`);
    return JSON.stringify(views.map(({ project, view }) => [project.id, project.name, view.packages.map((row) => [row, describe(row)])]));
  }

  /** Updates ages and remaining times while the tree is visible. */
  #follow(visible: boolean): void {
    clearInterval(this.#minutes);
    this.#minutes = visible ? setInterval(() => this.update(), AGE_UPDATE_MS) : undefined;
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
