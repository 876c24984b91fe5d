// Sends tasks or a session to an agent as a prompt: VSCode's chat, a program in a terminal, or the clipboard. No shell sees the
// prompt: it is an argument of the program.

import { commands, env, l10n, QuickPickItemKind, ThemeIcon, Uri, window, workspace, type Memento, type QuickPickItem } from "vscode";
import { sendWays, type SendWay } from "../../../webviews/contract/task.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import type { Target } from "../commands/targets.ts";
import { explainTrust, type CommandHost } from "../support/handoffProgram.ts";
import { createWorktree } from "../workspace/gitCommits.ts";
import { CONVERSATION, newConversation } from "./agentTerminals.ts";
import { agentTable, argumentsOf, TABLE_SETTING, type AgentProgram } from "./agentTable.ts";

/** VSCode's command that opens its chat with a text. */
const CHAT = "workbench.action.chat.open";
/** The key of the last program. */
const LAST = "lastAgent";

/** What sending needs of the window. */
export interface SendHosts {
  /** URI of the folder in which the agent works. */
  readonly folder: string;
  readonly command: CommandHost;
  /** Remembers the program that was chosen last. */
  readonly memory: Pick<Memento, "get" | "update">;
}

type SendTasks = (target: Target, way: SendWay) => Promise<boolean>;

export function sendCommands(context: CommandContext, send: SendTasks): CommandTable {
  return {
    "handoff.copyTaskPrompt": context.onTasks((target) => send(target, "copy")),
    "handoff.startAgent": context.onTasks((target) => send(target, "terminal")),
    "handoff.sendToAgent": context.onTasks(async (target) => {
      const labels: Record<SendWay, string> = {
        terminal: `$(terminal) ${l10n.t("Start an Agent in a Terminal…")}`,
        chat: `$(comment-discussion) ${l10n.t("Chat of {0}", env.appName)}`,
        copy: `$(copy) ${l10n.t("Copy the Prompt")}`,
      };
      const items = sendWays.map((way) => ({ label: labels[way], way }));
      const chosen = await window.showQuickPick(items, { title: l10n.t("Send {0} to an Agent", target.ids.join(", ")) });
      return chosen && (await send(target, chosen.way));
    }),
  };
}

/** Sends tasks. Returns whether it was done; otherwise the reason was shown, or nothing was chosen. */
export async function sendTasks(target: Target, way: SendWay, hosts: SendHosts): Promise<boolean> {
  const prompt = target.project.ask((engine, now) => engine.taskPrompt([...target.ids], now));
  return prompt !== undefined && (await sendPrompt(prompt, target, way, hosts));
}

/** Sends a prompt about tasks or a session, whose IDs name the terminal. Returns as `sendTasks`. */
export async function sendPrompt(prompt: string, target: Target, way: SendWay, hosts: SendHosts): Promise<boolean> {
  switch (way) {
    case "copy":
      await env.clipboard.writeText(prompt);
      window.setStatusBarMessage(l10n.t("Copied as a prompt"), 3000);
      return true;
    case "chat":
      return await openChat(prompt);
    case "terminal":
      return await startAgent(target, prompt, hosts);
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

/** Starts a program of the table in a terminal, which is found again by the conversation that it is given. */
async function startAgent(target: Target, prompt: string, { folder, command, memory }: SendHosts): Promise<boolean> {
  const cwd = Uri.parse(folder, true);
  if (!workspace.isTrusted) {
    await explainTrust();
    return false;
  }
  if (cwd.scheme !== "file" || command === undefined) {
    void window.showWarningMessage(l10n.t("Handoff cannot run programs here. Copy the prompt instead."));
    return false;
  }
  const chosen = await chooseProgram(target, memory);
  if (chosen === undefined) return false;
  const { agent, inWorktree } = chosen;
  // Windows runs scripts by its command interpreter, which would read the prompt as commands.
  if (/\.(?:cmd|bat)$/iu.test(agent.program)) {
    void window.showWarningMessage(l10n.t("{0} is a script. Name a program in the setting {1}, such as node with the path of the script that it runs.", agent.program, TABLE_SETTING));
    return false;
  }
  const place = inWorktree ? await newWorktree(target) : cwd;
  if (place === undefined) return false;
  await memory.update(LAST, agent.name);
  const terminal = window.createTerminal({
    name: `${agent.name}: ${target.ids.join(", ")}`,
    shellPath: agent.program,
    shellArgs: argumentsOf(agent, prompt, target.ids),
    env: { [CONVERSATION]: newConversation() },
    cwd: place,
    iconPath: new ThemeIcon("robot"),
  });
  terminal.show();
  return true;
}

interface Choice extends QuickPickItem {
  readonly agent?: AgentProgram;
  readonly inWorktree: boolean;
}

/** Asks for a program, the last one first, and whether it works in a new worktree. */
async function chooseProgram(target: Target, memory: SendHosts["memory"]): Promise<{ agent: AgentProgram; inWorktree: boolean } | undefined> {
  const last = memory.get<unknown>(LAST);
  const table = agentTable().toSorted((left, right) => Number(right.name === last) - Number(left.name === last));
  const group = (label: string, icon: string, inWorktree: boolean): Choice[] => [
    { label, kind: QuickPickItemKind.Separator, inWorktree },
    ...table.map((agent) => ({ label: `$(${icon}) ${agent.name}`, description: [agent.program, ...agent.args].join(" "), agent, inWorktree })),
  ];
  const edit: Choice = { label: `$(gear) ${l10n.t("Edit the Table of Agents…")}`, description: TABLE_SETTING, inWorktree: false };
  const separator: Choice = { label: "", kind: QuickPickItemKind.Separator, inWorktree: false };
  const items = [...group(l10n.t("in this folder"), "terminal", false), ...group(l10n.t("in a new worktree of Git"), "git-branch", true), separator, edit];
  const chosen = await window.showQuickPick(items, { title: l10n.t("Start an Agent on {0}", target.ids.join(", ")), matchOnDescription: true });
  if (chosen === edit) await commands.executeCommand("workbench.action.openSettings", TABLE_SETTING);
  return chosen?.agent && { agent: chosen.agent, inWorktree: chosen.inWorktree };
}

/** Makes a worktree with a branch that is named for the tasks. Returns undefined if that failed: the reason was shown. */
async function newWorktree({ project, ids }: Target): Promise<Uri | undefined> {
  try {
    const made = await createWorktree(project, `handoff/${ids.join("-").replaceAll(/[^\w.-]+/gu, "-")}`);
    if (made === undefined) void window.showWarningMessage(l10n.t("A worktree needs a repository, and a VSCode whose Git extension can make one."));
    return made;
  } catch (error) {
    void window.showErrorMessage(l10n.t("No worktree was made. {0}", error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}
