// The nodes of the Packages tree.

import type { PackageRow } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../workspace/project.ts";

export interface PackageNode {
  readonly kind: "package";
  readonly project: Project;
  readonly row: PackageRow;
}

/** The packages of a project that are no longer delivered by name: superseded and expired ones. */
export interface FormerNode {
  readonly kind: "formerPackages";
  readonly project: Project;
  readonly count: number;
}

/** Shown only if the window has several projects. */
interface PackageProjectNode {
  readonly kind: "packageProject";
  readonly project: Project;
}

export type PackageTreeNode = PackageNode | FormerNode | PackageProjectNode;

/** Returns whether an argument of a command is a node of the Packages tree. */
export function isPackageTreeNode(value: unknown): value is PackageTreeNode {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "package" || value.kind === "formerPackages" || value.kind === "packageProject";
}
