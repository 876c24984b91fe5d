// Runs the `handoff` command as a task of VSCode, which shows its output, or says how to run it where that is not
// possible. No shell is involved.

import { commands, env, l10n, ProcessExecution, Task, TaskRevealKind, tasks, TaskScope, Uri, window, workspace } from "vscode";

/** Returns the path of the `handoff` command; undefined if it is not installed. The function is undefined in a browser. */
export type FindCommand = (() => string | undefined) | undefined;

export interface ProgramCall {
  /** URI of the folder to run in. */
  readonly folder: string;
  /** The name of the task. */
  readonly title: string;
  readonly args: readonly string[];
}

export async function runHandoff({ folder, title, args }: ProgramCall, findCommand: FindCommand): Promise<void> {
  if (!workspace.isTrusted) return await explainTrust();
  const place = Uri.parse(folder, true);
  const program = place.scheme === "file" ? findCommand?.() : undefined;
  if (program === undefined) return await explainCommand(place, args);
  const execution = new ProcessExecution(program, [...args], { cwd: place.fsPath });
  const task = new Task({ type: "handoff" }, TaskScope.Workspace, title, "Handoff", execution);
  task.presentationOptions = { reveal: TaskRevealKind.Always, showReuseMessage: false, clear: true };
  await tasks.executeTask(task);
}

async function explainTrust(): Promise<void> {
  const manage = l10n.t("Manage Workspace Trust");
  const sentence = l10n.t("This workspace is not trusted, so Handoff runs no program in it.");
  if ((await window.showWarningMessage(sentence, manage)) === manage) await commands.executeCommand("workbench.trust.manage");
}

async function explainCommand(folder: Uri, args: readonly string[]): Promise<void> {
  const copy = l10n.t("Copy Command");
  const line = ["handoff", ...args].join(" ");
  const sentence = l10n.t("The handoff command was not found on this machine. Run “{0}” where it is installed, in the folder {1}.", line, folder.fsPath);
  if ((await window.showWarningMessage(sentence, copy)) === copy) await env.clipboard.writeText(line);
}
