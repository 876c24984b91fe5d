// The Sessions tree: the sessions of each project by time.

import { l10n, type TreeItem } from "vscode";
import { translateText } from "../support/vocabulary.ts";
import { ProjectTree, projectItem, type TreeProjects } from "../views/projectTree.ts";
import type { Project } from "../workspace/project.ts";
import { describe, sessionItem, sessionTooltip } from "./sessionItem.ts";
import type { SessionTreeNode } from "./sessionNode.ts";

export class SessionTree extends ProjectTree<SessionTreeNode> {
  constructor(projects: TreeProjects) {
    super("handoff.sessions", projects);
  }

  async getChildren(parent?: SessionTreeNode): Promise<SessionTreeNode[]> {
    if (parent?.kind === "session") return [];
    await this.projects.load();
    if (parent !== undefined) return sessionsOf(parent.project);
    return this.roots(sessionsOf, (project) => ({ kind: "sessionProject", project }));
  }

  getTreeItem(node: SessionTreeNode): TreeItem {
    return node.kind === "session" ? sessionItem(node) : projectItem(node.project, "sessionProject");
  }

  resolveTreeItem(item: TreeItem, node: SessionTreeNode): TreeItem {
    if (node.kind === "session") item.tooltip = sessionTooltip(node.session);
    return item;
  }

  protected appearance(): string {
    const views = this.shown.map((project) => ({ project, view: project.view({ kind: "sessions" }) }));
    const unread = views.flatMap(({ view }) => view.unread.map(translateText)).join(" ");
    const isEmpty = views.length > 0 && views.every(({ view }) => view.sessions.length === 0);
    this.showMessage(unread || (isEmpty ? l10n.t("No session yet. An agent saves one at the end of a conversation.") : ""));
    return JSON.stringify(views.map(({ project, view }) => [project.id, project.name, view.sessions.map((session) => [session, describe(session)])]));
  }
}

function sessionsOf(project: Project): SessionTreeNode[] {
  if (project.state !== "ready") return [];
  return project.view({ kind: "sessions" }).sessions.map((session) => ({ kind: "session", project, session }));
}
