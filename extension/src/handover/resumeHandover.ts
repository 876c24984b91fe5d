// The command that resumes an interrupted handover: it runs `handoff handover run`.

import { l10n, window, workspace } from "vscode";
import type { CommandTable } from "../commands/registry.ts";
import { runInTerminal, type CommandHost } from "../support/handoffProgram.ts";
import { translateText } from "../support/vocabulary.ts";
import { describe } from "./handoverStatus.ts";
import type { FoundHandover, HandoverWatch } from "./handoverWatch.ts";

export function handoverCommands(watch: Pick<HandoverWatch, "interrupted">, command: CommandHost): CommandTable {
  return {
    "handoff.resumeHandover": async () => {
      const found = await choose(watch.interrupted);
      return found && (await resumeHandover(found, command));
    },
  };
}

async function choose(interrupted: readonly FoundHandover[]): Promise<FoundHandover | undefined> {
  if (interrupted.length === 0) void window.showInformationMessage(l10n.t("No handover is half done."));
  if (interrupted.length < 2) return interrupted[0];
  const items = interrupted.map((found) => ({ label: found.project.name, detail: describe(found.handover), found }));
  return (await window.showQuickPick(items, { title: l10n.t("Select a project") }))?.found;
}

export async function resumeHandover({ project }: FoundHandover, command: CommandHost): Promise<void> {
  const { paused } = project.summary;
  if (workspace.isTrusted && paused !== undefined) return void window.showWarningMessage(translateText(paused.text));
  await runInTerminal({ folder: project.id, title: l10n.t("Resume Handover"), args: ["handover", "run"] }, command);
}
