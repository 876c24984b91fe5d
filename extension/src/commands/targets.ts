// What a command is about. A menu of the tree tells it by its nodes, a key in the tree by the node that has the focus, a card's or page's
// context menu and a caller by project and ids, the palette by nothing at all: then it is what is selected in the tree.

import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { isExplorerNode, type ExplorerNode } from "../views/taskNode.ts";

export interface Target {
  readonly project: Project;
  /** At least one. */
  readonly ids: readonly [string, ...string[]];
}

/** What a webview's `data-vscode-context` says, and what another extension or a test may say. */
interface TargetArgument {
  project?: unknown;
  taskIds?: unknown;
}

export function targetOf(args: readonly unknown[], selection: readonly ExplorerNode[], projects: Projects): Target | undefined {
  const [first, all] = args;
  if (isExplorerNode(first)) return targetFromNodes(first, Array.isArray(all) ? all.filter(isExplorerNode) : expandToSelection(first, selection));
  if (typeof first === "object" && first !== null) return targetFromArgument(first, projects);
  const [selected] = selection;
  return selected && targetFromNodes(selected, selection);
}

/** The project alone: that of the target, or of a project's own node. */
export function projectOf(args: readonly unknown[], selection: readonly ExplorerNode[], projects: Projects): Project | undefined {
  const [first] = args;
  if (isExplorerNode(first)) return first.project;
  if (typeof first === "object" && first !== null) return findProject(first, projects);
  return selection[0]?.project;
}

/** What goes with a node where nothing says it: all that is selected, if the node is among it. */
function expandToSelection(node: ExplorerNode, selection: readonly ExplorerNode[]): readonly ExplorerNode[] {
  return selection.includes(node) ? selection : [node];
}

/** A unit has one project: nodes of another one than the first are left out. */
function targetFromNodes(first: ExplorerNode, nodes: readonly ExplorerNode[]): Target | undefined {
  const { project } = first;
  const [id, ...others] = nodes.flatMap((node) =>
    node.kind === "task" && node.project === project ? [node.row.card.id] : [],
  );
  return id === undefined ? undefined : { project, ids: [id, ...others] };
}

function targetFromArgument(named: TargetArgument, projects: Projects): Target | undefined {
  const project = findProject(named, projects);
  const given = Array.isArray(named.taskIds) ? named.taskIds : [];
  const [id, ...others] = given.filter((item): item is string => typeof item === "string");
  return project === undefined || id === undefined ? undefined : { project, ids: [id, ...others] };
}

function findProject({ project }: TargetArgument, projects: Projects): Project | undefined {
  return typeof project === "string" ? projects.get(project) : projects.all[0];
}
