// Commands about the whole plan.

import { l10n, window } from "vscode";
import type { CommandResult } from "../../../webviews/contract/common.ts";
import { askText } from "../support/askText.ts";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";

export function planCommands(context: CommandContext, openGantt: (project: Project, id: string) => void): CommandTable {
  return {
    "handoff.showInGantt": context.onTasks(({ project, ids }) => openGantt(project, ids[0])),
    "handoff.saveBaseline": context.onProject((project) => saveBaseline(context, project)),
  };
}

/**
 * Asks for a name and saves the current plan as a baseline. Reports it in VSCode, unless the page that is the origin does.
 * Returns null if no name was given.
 */
export async function saveBaseline(context: CommandContext, project: Project, origin?: unknown): Promise<CommandResult | null> {
  const name = await askText({ title: l10n.t("Save Baseline"), prompt: l10n.t("Name of the baseline"), value: l10n.t("Plan") }, l10n.t("Enter a name"));
  if (name === undefined) return null;
  const result = await context.perform(project, { kind: "saveBaseline", name }, origin);
  if (result.kind === "done" && origin === undefined) window.setStatusBarMessage(result.summary, 4000);
  return result;
}
