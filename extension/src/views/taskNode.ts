// The nodes of the Task Explorer.

import type { ExplorerRow } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../workspace/project.ts";

export interface ProjectNode {
  readonly kind: "project";
  readonly project: Project;
}

export interface TaskNode {
  readonly kind: "task";
  readonly project: Project;
  /** What is known of the task now: a node lives as long as the editor shows it. */
  row: ExplorerRow;
  readonly parent: ExplorerNode | undefined;
}

export type ExplorerNode = ProjectNode | TaskNode;

/** What a command was told by a tree, if it was a tree that told it. */
export function isExplorerNode(value: unknown): value is ExplorerNode {
  return typeof value === "object" && value !== null && "kind" in value && (value.kind === "project" || value.kind === "task") && "project" in value;
}
