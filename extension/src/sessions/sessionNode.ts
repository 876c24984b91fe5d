// The nodes of the Sessions tree.

import type { SessionSummary } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../workspace/project.ts";

export interface SessionNode {
  readonly kind: "session";
  readonly project: Project;
  readonly session: SessionSummary;
}

/** Shown only if the window has several projects. */
interface SessionProjectNode {
  readonly kind: "sessionProject";
  readonly project: Project;
}

export type SessionTreeNode = SessionNode | SessionProjectNode;

/** Returns whether an argument of a command is a node of the Sessions tree. */
export function isSessionTreeNode(value: unknown): value is SessionTreeNode {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "session" || value.kind === "sessionProject";
}
