// Runs the `handoff` command as a task of VSCode, which shows its output, and installs it where it is missing. No shell
// is involved.

import { commands, env, l10n, ProcessExecution, Task, TaskRevealKind, tasks, TaskScope, Uri, window, workspace } from "vscode";

export interface ProgramHost {
  /** Returns the path of a program; undefined if it is not installed. Absent in a browser, which runs no programs. */
  readonly findProgram: ((name: "handoff" | "cargo") => string | undefined) | undefined;
  /** URL of the public repository. */
  readonly repository: string;
}

export interface ProgramCall {
  /** URI of the folder to run in. */
  readonly folder: string;
  /** The name of the task. */
  readonly title: string;
  readonly args: readonly string[];
}

/** How the `handoff` command can be run for a folder: by its path, or only elsewhere. */
type Found = { readonly program: string } | "elsewhere";

/** Runs the command. Returns whether it succeeded here. */
export async function runHandoff(call: ProgramCall, host: ProgramHost): Promise<boolean> {
  const found = await findHandoff(call.folder, host);
  return found !== undefined && (await runFound(found, call));
}

/**
 * Finds the command, and offers to install it if it is missing. Returns undefined if it cannot be run: the reason was
 * shown.
 */
export async function findHandoff(folder: string, host: ProgramHost): Promise<Found | undefined> {
  if (!workspace.isTrusted) return await explainTrust();
  const { findProgram } = host;
  if (Uri.parse(folder, true).scheme !== "file" || findProgram === undefined) return "elsewhere";
  const program = findProgram("handoff") ?? (await offerInstall(host, findProgram("cargo")));
  return program === undefined ? undefined : { program };
}

/** Runs the command that was found. Returns whether it succeeded here. */
export async function runFound(found: Found, { folder, title, args }: ProgramCall): Promise<boolean> {
  const place = Uri.parse(folder, true);
  if (found !== "elsewhere") return await runProgram(title, found.program, args, place.fsPath);
  await explainElsewhere(place, args);
  return false;
}

/** Runs a program as a task. Returns whether it ended with the exit code 0. */
async function runProgram(title: string, program: string, args: readonly string[], folder: string): Promise<boolean> {
  const execution = new ProcessExecution(program, [...args], { cwd: folder });
  const task = new Task({ type: "handoff" }, TaskScope.Workspace, title, "Handoff", execution);
  task.presentationOptions = { reveal: TaskRevealKind.Always, showReuseMessage: false, clear: true };
  const running = await tasks.executeTask(task);
  return await new Promise((resolve) => {
    const ended = tasks.onDidEndTaskProcess((event) => {
      if (event.execution !== running) return;
      ended.dispose();
      resolve(event.exitCode === 0);
    });
  });
}

async function explainTrust(): Promise<undefined> {
  const manage = l10n.t("Manage Workspace Trust");
  const sentence = l10n.t("This workspace is not trusted, so Handoff runs no program in it.");
  if ((await window.showWarningMessage(sentence, manage)) === manage) await commands.executeCommand("workbench.trust.manage");
  return undefined;
}

async function explainElsewhere(folder: Uri, args: readonly string[]): Promise<void> {
  const copy = l10n.t("Copy Command");
  const line = ["handoff", ...args].join(" ");
  const message = l10n.t("Handoff cannot run programs here.");
  const detail = l10n.t("Run “{0}” where the handoff command is installed, in the folder {1}.", line, folder.fsPath);
  if ((await window.showInformationMessage(message, { modal: true, detail }, copy)) === copy) await env.clipboard.writeText(line);
}

const installArgs = ["install", "--path", "crates/cli", "--profile", "command"];

/** Says how to get the command, and installs it if the user wants that. Returns its path then. */
async function offerInstall({ findProgram, repository }: ProgramHost, cargo: string | undefined): Promise<string | undefined> {
  const clone = await openClone();
  const install = clone === undefined ? l10n.t("Install from a Clone…") : l10n.t("Install");
  const instructions = l10n.t("Open Instructions");
  const line = `cargo ${installArgs.join(" ")}`;
  const how =
    cargo === undefined
      ? l10n.t("It is built with Rust, which was not found either. Install Rust, clone {0}, and run “{1}” in the clone.", repository, line)
      : l10n.t("It is built with Rust, in about ten minutes: “{0}” in a clone of {1}.", line, repository);
  const detail = [l10n.t("Agents reach the tasks by this command."), how].join(" ");
  const actions = [...(cargo === undefined ? [] : [install]), instructions];
  // A modal message stays until it is answered.
  const chosen = await window.showWarningMessage(l10n.t("The handoff command is not installed."), { modal: true, detail }, ...actions);
  if (chosen === instructions) await env.openExternal(Uri.parse(`${repository}#connect-an-agent`));
  if (chosen !== install || cargo === undefined) return undefined;
  const folder = clone ?? (await pickClone());
  if (folder === undefined || !(await runProgram(l10n.t("Install the Handoff Command"), cargo, installArgs, folder.fsPath))) return undefined;
  const installed = findProgram?.("handoff");
  if (installed === undefined) void window.showWarningMessage(l10n.t("The handoff command was installed in a folder that is not on the PATH of VSCode. Add that folder to the PATH, and restart VSCode."));
  return installed;
}

/** Returns the workspace folder that is a clone of the repository, if one is. */
async function openClone(): Promise<Uri | undefined> {
  for (const { uri } of workspace.workspaceFolders ?? []) if (await isClone(uri)) return uri;
  return undefined;
}

async function pickClone(): Promise<Uri | undefined> {
  const picked = await window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false, title: l10n.t("Select a clone of the Handoff repository") });
  const [folder] = picked ?? [];
  if (folder === undefined || (await isClone(folder))) return folder;
  void window.showErrorMessage(l10n.t("{0} is not a clone of the Handoff repository: it has no crates/cli.", folder.fsPath));
  return undefined;
}

async function isClone(folder: Uri): Promise<boolean> {
  try {
    const manifest = await workspace.fs.readFile(Uri.joinPath(folder, "crates", "cli", "Cargo.toml"));
    return folder.scheme === "file" && new TextDecoder().decode(manifest).includes('name = "handoff-cli"');
  } catch {
    return false;
  }
}
