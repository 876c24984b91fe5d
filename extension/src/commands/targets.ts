// Resolves the tasks and the project of a command: tree nodes (tree menu, focused node), project and IDs (a card's
// or page's context menu, other extensions), or, without arguments (command palette), the task of the
// active page or the selection of the tree.

import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { isExplorerNode, type ExplorerNode } from "../views/taskNode.ts";

export interface Target {
  readonly project: Project;
  /** Never empty. */
  readonly ids: readonly [string, ...string[]];
}

/** How projects are found. */
type ProjectLookup = Pick<Projects, "all" | "get">;

/** Argument from a webview's `data-vscode-context`, another extension or a test. */
interface TargetArgument {
  project?: unknown;
  taskIds?: unknown;
}

/** Returns whether the caller of a command passed any argument. */
export function namesAny(args: readonly unknown[]): boolean {
  return args.some((arg) => arg !== null && arg !== undefined);
}

export function targetOf(args: readonly unknown[], selection: readonly ExplorerNode[], projects: ProjectLookup, shown?: Target): Target | undefined {
  const [first, all] = args;
  if (isExplorerNode(first)) return targetFromNodes(first, Array.isArray(all) ? all.filter(isExplorerNode) : expandToSelection(first, selection));
  if (typeof first === "object" && first !== null) return targetFromArgument(first, projects);
  const [selected] = selection;
  const target = selected && targetFromNodes(selected, selection);
  return shown === undefined || isPartOf(shown, target) ? target : shown;
}

/** Returns whether the shown task is part of the selection. The command is then about the whole selection. */
function isPartOf({ project, ids }: Target, selected: Target | undefined): boolean {
  return selected?.project === project && ids.every((id) => selected.ids.includes(id));
}

/** Returns the project of the target, or of a project node. */
export function projectOf(args: readonly unknown[], selection: readonly ExplorerNode[], projects: ProjectLookup): Project | undefined {
  const [first] = args;
  if (isExplorerNode(first)) return first.project;
  if (typeof first === "object" && first !== null) return findProject(first, projects);
  return selection[0]?.project;
}

/** Returns the whole selection if it contains the node, else the node alone. */
function expandToSelection(node: ExplorerNode, selection: readonly ExplorerNode[]): readonly ExplorerNode[] {
  return selection.includes(node) ? selection : [node];
}

/** A target has one project: nodes of other projects than the first node's are dropped. */
function targetFromNodes(first: ExplorerNode, nodes: readonly ExplorerNode[]): Target | undefined {
  const { project } = first;
  const [id, ...others] = nodes.flatMap((node) =>
    node.kind === "task" && node.project === project ? [node.row.card.id] : [],
  );
  return id === undefined ? undefined : { project, ids: [id, ...others] };
}

function targetFromArgument(named: TargetArgument, projects: ProjectLookup): Target | undefined {
  const project = findProject(named, projects);
  const given = Array.isArray(named.taskIds) ? named.taskIds : [];
  const [id, ...others] = given.filter((item): item is string => typeof item === "string");
  return project === undefined || id === undefined ? undefined : { project, ids: [id, ...others] };
}

function findProject({ project }: TargetArgument, projects: ProjectLookup): Project | undefined {
  return typeof project === "string" ? projects.get(project) : projects.all[0];
}
