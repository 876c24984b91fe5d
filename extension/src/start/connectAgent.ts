// Connects agents with a project: `handoff setup` adds the server, the instructions and the skill to the files of the
// programs that the user selects.

import { env, l10n, window, type QuickPickItem } from "vscode";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { findHandoff, runFound, type ProgramHost } from "../support/handoffProgram.ts";
import { agentPrograms } from "./agentPrograms.ts";

interface ProgramItem extends QuickPickItem {
  readonly client: string;
}

export function startCommands(context: CommandContext, host: ProgramHost): CommandTable {
  return {
    "handoff.connectAgent": context.onProject(async (project) => {
      // Without the command, no program can be connected: it comes before the question which ones.
      const found = await findHandoff(project.id, host);
      if (found === undefined) return;
      const items = agentPrograms.map(({ client, label, files }): ProgramItem => ({ client, label, description: l10n.t("changes {0}", files.join(", ")) }));
      const options = { title: l10n.t("Connect an Agent"), placeHolder: l10n.t("Select the programs that work on {0}", project.name), canPickMany: true } as const;
      const chosen = (await window.showQuickPick(items, options)) ?? [];
      if (chosen.length === 0) return;
      const call = { folder: context.projects.workFolder(project), title: l10n.t("Connect an Agent"), args: ["setup", ...chosen.map(({ client }) => client)] };
      if (await runFound(found, call)) await sayNext(chosen.map(({ label }) => label));
    }),
  };
}

/** Says what to do after agents were connected. */
async function sayNext(programs: readonly string[]): Promise<void> {
  const question = l10n.t("What is next?");
  const copy = l10n.t("Copy Question");
  const message = l10n.t("Connected: {0}. Restart the agent in the folder of the project, and ask: “{1}”", programs.join(", "), question);
  if ((await window.showInformationMessage(message, copy)) === copy) await env.clipboard.writeText(question);
}
