// Runs the `handoff` command. No shell is involved.

import { commands, env, l10n, ProcessExecution, Task, TaskRevealKind, tasks, TaskScope, Uri, window, workspace } from "vscode";

/** How the command is started. */
export interface Launch {
  readonly program: string;
  /** The arguments before those of the command. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** True for the command in the package, which other programs start by its launcher. */
  readonly isPackaged: boolean;
}

/** The end of a run. */
interface Ended {
  /** The exit code; -1 if it did not start or was ended by a signal. */
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** The `handoff` command on this machine. */
export interface HandoffCommand {
  /** Finds the command; undefined if there is none, as in a build for trying. */
  find(): Promise<Launch | undefined>;
  /** Runs it in a folder to its end. */
  run(launch: Launch, args: readonly string[], folder: string): Promise<Ended>;
}

/** Undefined in a browser, which runs no programs. */
export type CommandHost = HandoffCommand | undefined;

/** What can be run for a folder: the command, or nothing here. */
export type Runnable = { readonly command: HandoffCommand; readonly launch: Launch } | "elsewhere";

/** Finds the command for a folder. Returns undefined if it may not or cannot be run: the reason was shown. */
export async function findHandoff(folder: string, command: CommandHost): Promise<Runnable | undefined> {
  if (!workspace.isTrusted) return await explainTrust();
  if (Uri.parse(folder, true).scheme !== "file" || command === undefined) return "elsewhere";
  const launch = await command.find();
  if (launch !== undefined) return { command, launch };
  const sentence = l10n.t("This build of the extension has no handoff command. Run “{0}” in a clone of the repository.", "cargo install --path crates/cli --profile command");
  void window.showErrorMessage(sentence);
  return undefined;
}

export interface ProgramCall {
  /** URI of the folder to run in. */
  readonly folder: string;
  /** The name of the task. */
  readonly title: string;
  readonly args: readonly string[];
}

/** Runs the command as a task of VSCode, which shows its output. */
export async function runInTerminal({ folder, title, args }: ProgramCall, command: CommandHost): Promise<void> {
  const found = await findHandoff(folder, command);
  if (found === undefined) return;
  if (found === "elsewhere") return await explainElsewhere(folder, args);
  const { launch } = found;
  const options = { cwd: Uri.parse(folder, true).fsPath, env: launch.env };
  const execution = new ProcessExecution(launch.program, [...launch.args, ...args], options);
  const task = new Task({ type: "handoff" }, TaskScope.Workspace, title, "Handoff", execution);
  task.presentationOptions = { reveal: TaskRevealKind.Always, showReuseMessage: false, clear: true };
  await tasks.executeTask(task);
}

export async function explainTrust(): Promise<undefined> {
  const manage = l10n.t("Manage Workspace Trust");
  const sentence = l10n.t("This workspace is not trusted, so Handoff runs no program in it.");
  if ((await window.showWarningMessage(sentence, manage)) === manage) await commands.executeCommand("workbench.trust.manage");
  return undefined;
}

/** Says how to run the command where programs can run. */
export async function explainElsewhere(folder: string, args: readonly string[]): Promise<void> {
  const copy = l10n.t("Copy Command");
  const line = ["handoff", ...args].join(" ");
  const message = l10n.t("Handoff cannot run programs here.");
  const detail = l10n.t("Run “{0}” where the handoff command is installed, in the folder {1}.", line, Uri.parse(folder, true).fsPath);
  if ((await window.showInformationMessage(message, { modal: true, detail }, copy)) === copy) await env.clipboard.writeText(line);
}
