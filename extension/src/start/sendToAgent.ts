// Sends tasks to an agent as a prompt: VSCode's chat, a program in a terminal, or the clipboard. No shell sees the
// prompt: it is an argument of the program.

import { commands, ConfigurationTarget, env, l10n, ThemeIcon, Uri, window, workspace, type QuickPickItem } from "vscode";
import { sendWays, type SendWay } from "../../../webviews/contract/task.ts";
import { isText } from "../../../webviews/contract/validate.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import type { Target } from "../commands/targets.ts";
import { explainTrust, type CommandHost } from "../support/handoffProgram.ts";
import { agentPrograms } from "./agentPrograms.ts";

/** VSCode's command that opens its chat with a text. */
const CHAT = "workbench.action.chat.open";
/** The setting with the program and its arguments before the prompt. */
const SETTING = "agentCommand";
/** Maximum length of a prompt as an argument. Windows allows 32,767 characters for the whole command line. */
const MAX_ARGUMENT_LENGTH = 20_000;

type SendTasks = (target: Target, way: SendWay) => Promise<boolean>;

export function sendCommands(context: CommandContext, send: SendTasks): CommandTable {
  return {
    "handoff.copyTaskPrompt": context.onTasks((target) => send(target, "copy")),
    "handoff.sendToAgent": context.onTasks(async (target) => {
      const labels: Record<SendWay, string> = {
        chat: `$(comment-discussion) ${l10n.t("Chat of {0}", env.appName)}`,
        terminal: `$(terminal) ${l10n.t("Terminal")}`,
        otherTerminal: `$(terminal) ${l10n.t("Terminal with Another Program…")}`,
        copy: `$(copy) ${l10n.t("Copy the Prompt")}`,
      };
      const items = sendWays.map((way) => ({ label: labels[way], description: way === "terminal" ? agentCommand().join(" ") : "", way }));
      const chosen = await window.showQuickPick(items, { title: l10n.t("Send {0} to an Agent", target.ids.join(", ")) });
      return chosen && (await send(target, chosen.way));
    }),
  };
}

/** Sends tasks. Returns whether it was done; otherwise the reason was shown, or nothing was chosen. */
export async function sendTasks(target: Target, way: SendWay, hosts: { folder: string; command: CommandHost }): Promise<boolean> {
  const prompt = target.project.ask((engine, now) => engine.taskPrompt([...target.ids], now));
  if (prompt === undefined) return false;
  switch (way) {
    case "copy":
      await env.clipboard.writeText(prompt);
      window.setStatusBarMessage(l10n.t("Copied as a prompt"), 3000);
      return true;
    case "chat":
      return await openChat(prompt);
    case "terminal":
    case "otherTerminal":
      return await openTerminal(prompt, target.ids.join(", "), way === "otherTerminal", hosts);
  }
}

/** Opens VSCode's chat with the prompt in its field: the user chooses the agent and sends it. */
async function openChat(query: string): Promise<boolean> {
  if (!(await commands.getCommands(true)).includes(CHAT)) {
    void window.showWarningMessage(l10n.t("This window has no chat. Copy the prompt, or send it to a terminal."));
    return false;
  }
  await commands.executeCommand(CHAT, { query, isPartialQuery: true });
  return true;
}

async function openTerminal(prompt: string, ids: string, choosesAnew: boolean, { folder, command }: { folder: string; command: CommandHost }): Promise<boolean> {
  const cwd = Uri.parse(folder, true);
  if (!workspace.isTrusted) {
    await explainTrust();
    return false;
  }
  if (cwd.scheme !== "file" || command === undefined) {
    void window.showWarningMessage(l10n.t("Handoff cannot run programs here. Copy the prompt instead."));
    return false;
  }
  const known = choosesAnew ? [] : agentCommand();
  const [program, ...args] = known.length > 0 ? known : await chooseProgram();
  if (program === undefined) return false;
  // Windows runs scripts by its command interpreter, which would read the prompt as commands.
  if (/\.(?:cmd|bat)$/iu.test(program)) {
    void window.showWarningMessage(l10n.t("{0} is a script. Name a program in the setting {1}, such as node with the path of the script that it runs.", program, `handoff.${SETTING}`));
    return false;
  }
  const name = agentPrograms.find(({ start }) => start?.[0] === program)?.label ?? program;
  window.createTerminal({ name: `${name}: ${ids}`, shellPath: program, shellArgs: [...args, argumentOf(prompt)], cwd, iconPath: new ThemeIcon("robot") }).show();
  return true;
}

/** Returns the configured program with its arguments; empty if none is configured. */
function agentCommand(): string[] {
  const command: unknown = workspace.getConfiguration("handoff").get(SETTING);
  return Array.isArray(command) ? command.filter(isText).filter((part) => part !== "") : [];
}

/** Asks for a program and keeps it in the settings. Empty if none was chosen. */
async function chooseProgram(): Promise<readonly string[]> {
  const programs = agentPrograms.flatMap(({ label, start }) => (start === undefined ? [] : [{ label, description: start.join(" "), start }]));
  const other = { label: l10n.t("Another Program…"), description: l10n.t("in the settings"), start: undefined };
  const choices: readonly (QuickPickItem & { start: readonly string[] | undefined })[] = [...programs, other];
  const chosen = await window.showQuickPick(choices, { title: l10n.t("Program of the Agent"), placeHolder: l10n.t("Gets the prompt as its last argument; can be changed in the settings") });
  if (chosen === undefined) return [];
  if (chosen.start === undefined) {
    await commands.executeCommand("workbench.action.openSettings", `handoff.${SETTING}`);
    return [];
  }
  await workspace.getConfiguration("handoff").update(SETTING, chosen.start, ConfigurationTarget.Global);
  return chosen.start;
}

/** Returns a prompt as an argument that every system accepts. */
function argumentOf(prompt: string): string {
  const text = prompt.replaceAll("\0", "");
  if (text.length <= MAX_ARGUMENT_LENGTH) return text;
  return `${text.slice(0, MAX_ARGUMENT_LENGTH).replace(/[\uD800-\uDBFF]$/u, "")}\n\nThe rest is in the file of the task.`;
}
