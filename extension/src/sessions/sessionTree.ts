// The Sessions tree: the sessions of each project by time.

import { EventEmitter, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, window, type Disposable, type TreeDataProvider, type TreeView } from "vscode";
import { combineDisposables } from "../support/emitter.ts";
import { Throttle } from "../support/throttle.ts";
import { translateText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { describe, sessionItem, sessionTooltip } from "./sessionItem.ts";
import type { SessionTreeNode } from "./sessionNode.ts";

/** Delay between two updates. */
const REDRAW_DELAY_MS = 250;

export class SessionTree implements TreeDataProvider<SessionTreeNode>, Disposable {
  readonly #projects: Pick<Projects, "all" | "load" | "onDidChange">;
  readonly #view: TreeView<SessionTreeNode>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #parts: Disposable;
  /** Everything that the rendered rows show, so that only a difference is rendered. */
  #rendered = "";
  readonly #throttle = new Throttle(() => this.#redraw(), REDRAW_DELAY_MS);

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(projects: Pick<Projects, "all" | "load" | "onDidChange">) {
    this.#projects = projects;
    this.#view = window.createTreeView("handoff.sessions", { treeDataProvider: this, showCollapseAll: true });
    this.#parts = combineDisposables([
      this.#view,
      this.#throttle,
      this.#changed,
      projects.onDidChange(() => this.#throttle.request()),
      this.#view.onDidChangeVisibility(() => this.#throttle.request()),
    ]);
  }

  get selection(): readonly SessionTreeNode[] {
    return this.#view.selection;
  }

  async getChildren(parent?: SessionTreeNode): Promise<SessionTreeNode[]> {
    if (parent?.kind === "session") return [];
    await this.#projects.load();
    if (parent !== undefined) return this.#sessions(parent.project);
    const shown = this.#shown;
    this.#rendered = this.#appearance();
    const [only] = shown;
    if (only !== undefined && shown.length === 1) return this.#sessions(only);
    return shown.map((project) => ({ kind: "sessionProject", project }));
  }

  getTreeItem(node: SessionTreeNode): TreeItem {
    if (node.kind === "session") return sessionItem(node);
    const item = new TreeItem(node.project.name, TreeItemCollapsibleState.Expanded);
    item.id = node.project.id;
    item.iconPath = new ThemeIcon("project");
    item.contextValue = "sessionProject";
    return item;
  }

  resolveTreeItem(item: TreeItem, node: SessionTreeNode): TreeItem {
    if (node.kind === "session") item.tooltip = sessionTooltip(node.session);
    return item;
  }

  dispose(): void {
    this.#parts.dispose();
  }

  get #shown(): Project[] {
    return this.#projects.all.filter((project) => project.state === "ready" && project.summary.initialized);
  }

  #sessions(project: Project): SessionTreeNode[] {
    if (project.state !== "ready") return [];
    return project.view({ kind: "sessions" }).sessions.map((session) => ({ kind: "session", project, session }));
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
    const views = this.#shown.map((project) => ({ project, view: project.view({ kind: "sessions" }) }));
    const unread = views.flatMap(({ view }) => view.unread.map(translateText)).join(" ");
    const isEmpty = views.length > 0 && views.every(({ view }) => view.sessions.length === 0);
    const message = unread || (isEmpty ? l10n.t("No session yet. An agent saves one at the end of a conversation.") : "");
    if (message !== (this.#view.message ?? "")) this.#view.message = message;
    return JSON.stringify(views.map(({ project, view }) => [project.id, project.name, view.sessions.map((session) => [session, describe(session)])]));
  }
}
