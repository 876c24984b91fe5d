// The command that resumes an interrupted handover: it runs `handoff handover run` as a task, or says how to
// run it where that is not possible.

import { commands, env, l10n, ProcessExecution, Task, TaskRevealKind, tasks, TaskScope, Uri, window, workspace } from "vscode";
import type { CommandTable } from "../commands/registry.ts";
import { translateText } from "../support/vocabulary.ts";
import { describe } from "./handoverStatus.ts";
import type { FoundHandover, HandoverWatch } from "./handoverWatch.ts";

/** Returns the path of the `handoff` command; undefined if it is not installed. The function is undefined in a browser. */
export type FindCommand = (() => string | undefined) | undefined;

const ARGUMENTS = ["handover", "run"];

export function handoverCommands(watch: Pick<HandoverWatch, "interrupted">, findCommand: FindCommand): CommandTable {
  return {
    "handoff.resumeHandover": async () => {
      const found = await choose(watch.interrupted);
      return found && (await resumeHandover(found, findCommand));
    },
  };
}

async function choose(interrupted: readonly FoundHandover[]): Promise<FoundHandover | undefined> {
  if (interrupted.length === 0) void window.showInformationMessage(l10n.t("No handover is half done."));
  if (interrupted.length < 2) return interrupted[0];
  const items = interrupted.map((found) => ({ label: found.project.name, detail: describe(found.handover), found }));
  return (await window.showQuickPick(items, { title: l10n.t("Select a project") }))?.found;
}

export async function resumeHandover({ project }: FoundHandover, findCommand: FindCommand): Promise<void> {
  const { paused } = project.summary;
  if (!workspace.isTrusted) return await explainTrust();
  if (paused !== undefined) return void window.showWarningMessage(translateText(paused.text));
  const folder = Uri.parse(project.id, true);
  const program = folder.scheme === "file" ? findCommand?.() : undefined;
  if (program === undefined) return await explainCommand(folder);
  const execution = new ProcessExecution(program, ARGUMENTS, { cwd: folder.fsPath });
  const task = new Task({ type: "handoff" }, TaskScope.Workspace, l10n.t("Resume Handover"), "Handoff", execution);
  task.presentationOptions = { reveal: TaskRevealKind.Always, showReuseMessage: false, clear: true };
  await tasks.executeTask(task);
}

async function explainTrust(): Promise<void> {
  const manage = l10n.t("Manage Workspace Trust");
  const sentence = l10n.t("This workspace is not trusted, so Handoff runs no program in it.");
  if ((await window.showWarningMessage(sentence, manage)) === manage) await commands.executeCommand("workbench.trust.manage");
}

async function explainCommand(folder: Uri): Promise<void> {
  const copy = l10n.t("Copy Command");
  const line = ["handoff", ...ARGUMENTS].join(" ");
  const sentence = l10n.t("The handoff command was not found on this machine. Run “{0}” where it is installed, in the folder {1}.", line, folder.fsPath);
  if ((await window.showWarningMessage(sentence, copy)) === copy) await env.clipboard.writeText(line);
}
