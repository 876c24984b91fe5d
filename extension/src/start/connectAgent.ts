// Connects agents with a project: `handoff setup` adds the server, the instructions and the skill to the files of the
// programs that the user selects.

import { l10n, window, type QuickPickItem } from "vscode";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { runHandoff, type FindCommand } from "../support/handoffProgram.ts";

/** The programs of `handoff setup`, with the files in the project that it changes. */
const programs = [
  { client: "claude", label: "Claude Code", files: [".mcp.json", "CLAUDE.md", ".claude/"] },
  { client: "codex", label: "Codex", files: [".codex/", "AGENTS.md", ".agents/"] },
  { client: "vscode", label: "VSCode (GitHub Copilot)", files: [".vscode/mcp.json", "AGENTS.md"] },
  { client: "cursor", label: "Cursor", files: [".cursor/", "AGENTS.md"] },
  { client: "gemini", label: "Gemini CLI", files: [".gemini/settings.json", "GEMINI.md"] },
  { client: "opencode", label: "opencode", files: ["opencode.json", "AGENTS.md", ".opencode/"] },
  { client: "cline", label: "Cline", files: ["AGENTS.md", ".cline/"] },
] as const;

interface ProgramItem extends QuickPickItem {
  readonly client: string;
}

export function startCommands(context: CommandContext, findCommand: FindCommand): CommandTable {
  return {
    "handoff.connectAgent": async (...args) => {
      const project = await context.project(args);
      if (project === undefined) return;
      const items = programs.map(({ client, label, files }): ProgramItem => ({ client, label, description: l10n.t("changes {0}", files.join(", ")) }));
      const options = { title: l10n.t("Connect an Agent"), placeHolder: l10n.t("Select the programs that work on {0}", project.name), canPickMany: true } as const;
      const chosen = (await window.showQuickPick(items, options)) ?? [];
      if (chosen.length === 0) return;
      await runHandoff({ folder: project.id, title: l10n.t("Connect an Agent"), args: ["setup", ...chosen.map(({ client }) => client)] }, findCommand);
    },
  };
}
