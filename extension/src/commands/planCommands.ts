// Commands about the whole plan.

import { l10n, window } from "vscode";
import type { CommandResult } from "../../../webviews/contract/common.ts";
import { askText } from "../support/askText.ts";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";

/** The pages about the whole plan. */
export interface PlanPages {
  openGantt(project: Project, id?: string): void;
  openMetrics(project: Project): void;
  openTime(project: Project): void;
}

export function planCommands(context: CommandContext, pages: PlanPages): CommandTable {
  return {
    "handoff.openGantt": context.onProject((project) => pages.openGantt(project)),
    "handoff.showInGantt": context.onTasks(({ project, ids }) => pages.openGantt(project, ids[0])),
    "handoff.showMetrics": context.onProject((project) => pages.openMetrics(project)),
    "handoff.openTime": context.onProject((project) => pages.openTime(project)),
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
