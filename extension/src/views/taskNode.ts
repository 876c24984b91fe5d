// The nodes of the Task Explorer.

import type { ExplorerRow } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../workspace/project.ts";

interface ProjectNode {
  readonly kind: "project";
  readonly project: Project;
}

export interface TaskNode {
  readonly kind: "task";
  readonly project: Project;
  /** Updated in place: VSCode keeps the node as long as it shows it. */
  row: ExplorerRow;
  readonly parent: ExplorerNode | undefined;
}

export type ExplorerNode = ProjectNode | TaskNode;

/** Returns whether a command's argument is a tree node. */
export function isExplorerNode(value: unknown): value is ExplorerNode {
  return typeof value === "object" && value !== null && "kind" in value && (value.kind === "project" || value.kind === "task") && "project" in value;
}
