// Connects agents with a project: `handoff setup` adds the server, the instructions and the skill to the files of the
// programs that the user selects.

import { l10n, window, type QuickPickItem } from "vscode";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { runHandoff, type FindCommand } from "../support/handoffProgram.ts";
import { agentPrograms } from "./agentPrograms.ts";

interface ProgramItem extends QuickPickItem {
  readonly client: string;
}

export function startCommands(context: CommandContext, findCommand: FindCommand): CommandTable {
  return {
    "handoff.connectAgent": async (...args) => {
      const project = await context.project(args);
      if (project === undefined) return;
      const items = agentPrograms.map(({ client, label, files }): ProgramItem => ({ client, label, description: l10n.t("changes {0}", files.join(", ")) }));
      const options = { title: l10n.t("Connect an Agent"), placeHolder: l10n.t("Select the programs that work on {0}", project.name), canPickMany: true } as const;
      const chosen = (await window.showQuickPick(items, options)) ?? [];
      if (chosen.length === 0) return;
      await runHandoff({ folder: project.id, title: l10n.t("Connect an Agent"), args: ["setup", ...chosen.map(({ client }) => client)] }, findCommand);
    },
  };
}
