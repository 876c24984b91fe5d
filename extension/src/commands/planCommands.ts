// Commands about the whole plan.

import { l10n, window } from "vscode";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";

export type OpenGantt = (project: Project, id?: string) => void;

export function planCommands(context: CommandContext, openGantt: OpenGantt, openMetrics: (project: Project) => void): CommandTable {
  return {
    "handoff.openGantt": async (...args) => {
      const project = await context.project(args);
      if (project !== undefined) openGantt(project);
    },
    "handoff.showInGantt": async (...args) => {
      const target = await context.target(args, l10n.t("Select a task"));
      if (target !== undefined) openGantt(target.project, target.ids[0]);
    },
    "handoff.showMetrics": async (...args) => {
      const project = await context.project(args);
      if (project !== undefined) openMetrics(project);
    },
    "handoff.saveBaseline": async (...args) => {
      const project = await context.project(args);
      return project && (await saveBaseline(context, project));
    },
  };
}

/** Asks for a name and saves the current plan as a baseline. */
export async function saveBaseline(context: CommandContext, project: Project): Promise<unknown> {
  const name = await window.showInputBox({
    title: l10n.t("Save Baseline"),
    prompt: l10n.t("Name of the baseline"),
    value: l10n.t("Plan"),
    validateInput: (value) => (value.trim() === "" ? l10n.t("Enter a name") : undefined),
  });
  if (name === undefined) return undefined;
  const result = await context.run(project, { kind: "saveBaseline", name: name.trim() });
  if (result.kind === "done") window.setStatusBarMessage(result.summary, 4000);
  return result;
}
