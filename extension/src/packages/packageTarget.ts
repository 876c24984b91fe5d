// Resolves which package a command is about.

import { l10n, window } from "vscode";
import type { PackageRow } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { Project } from "../workspace/project.ts";
import { describe } from "./packageItem.ts";
import { isPackageTreeNode, type PackageTreeNode } from "./packageNode.ts";
import { packagesOf } from "./packageTree.ts";

export interface PackageTarget {
  readonly project: Project;
  readonly row: PackageRow;
}

/**
 * Returns the package of a tree node, of `{ project, package }`, or one that the user picks among those for
 * which the command is meant.
 */
export async function packageTarget(
  context: CommandContext,
  args: readonly unknown[],
  selection: readonly PackageTreeNode[],
  isOffered: (row: PackageRow) => boolean,
): Promise<PackageTarget | undefined> {
  const [first] = args;
  const node = isPackageTreeNode(first) ? first : first === undefined ? selection[0] : undefined;
  if (node?.kind === "package" && (node === first || isOffered(node.row))) return node;
  const project = node?.project ?? (await context.project(args));
  if (project === undefined) return undefined;
  await project.onDemand.readPackages();
  const { packages } = packagesOf(project);
  if (typeof first === "object" && first !== null && "package" in first) {
    const row = packages.find(({ id }) => id === first.package);
    return row && { project, row };
  }
  const offered = packages.filter(isOffered);
  if (offered.length === 0) void window.showInformationMessage(l10n.t("There is no such package."));
  if (offered.length === 0) return undefined;
  const picks = offered.map((row) => ({ label: row.name, description: describe(row), detail: row.summary, row }));
  const chosen = await window.showQuickPick(picks, { title: l10n.t("Select a package"), matchOnDetail: true });
  return chosen && { project, row: chosen.row };
}
