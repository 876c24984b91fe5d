// Commands that create, rename, open, copy and delete tasks.

import { commands, env, l10n, window } from "vscode";
import type { CommandResult } from "../../../webviews/contract/common.ts";
import type { Command, TaskChange } from "../../../webviews/contract/generated/protocol.ts";
import { askText } from "../support/askText.ts";
import { translateText } from "../support/vocabulary.ts";
import { isExplorerNode } from "../views/taskNode.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import { limitWarnings, type CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";
import type { Target } from "./targets.ts";

export type RevealTask = (project: Project, id: string) => Promise<void>;

/** What the window does with the tab of a task, and where a task is found from outside. */
interface TaskPages {
  keepTask(): void;
  linkOf(project: Project, id: string): string;
}

export function taskCommands(context: CommandContext, reveal: RevealTask, pages: TaskPages): CommandTable {
  async function create(project: Project, title: string, parent?: string): Promise<unknown> {
    const name = await askText({ title, prompt: l10n.t("Title of the task, in one line") }, l10n.t("A task needs a title."));
    if (name === undefined) return undefined;
    const task: TaskChange = { fields: { title: name }, ...(parent !== undefined && { parent }) };
    const result = await context.run(project, { kind: "changeTasks", tasks: [task] });
    const id = result.kind === "done" ? result.created[0] : undefined;
    if (id !== undefined) await reveal(project, id);
    return result;
  }

  return {
    "handoff.newTask": context.onProject((project) => create(project, l10n.t("New Task"))),
    "handoff.newSubtask": context.onTasks(({ project, ids: [id] }) => create(project, l10n.t("New Subtask of {0}", id), id)),
    "handoff.renameTask": context.onTasks(async (target) => {
      const [id] = target.ids;
      const task = target.project.view({ kind: "task", id });
      if (task === null) return undefined;
      const { title } = task.card;
      const name = await askText({ title: l10n.t("Rename {0}", id), value: title }, l10n.t("A task needs a title."));
      if (name === undefined || name === title) return undefined;
      const patch = { title: name };
      return await context.run(target.project, { kind: "updateTasks", ids: [id], patch, seen: { title } });
    }),
    "handoff.duplicateTask": context.onTasks(async ({ project, ids: [id] }) => {
      const result = await context.run(project, { kind: "duplicateTask", id });
      const made = result.kind === "done" ? result.created[0] : undefined;
      if (made !== undefined) await reveal(project, made);
      return result;
    }),
    "handoff.deleteTask": context.onTasks((target) => deleteTasks(context, target)),
    "handoff.openTask": async (...args) => {
      const [node] = args;
      // On a project, the same key folds it.
      if (isExplorerNode(node) && node.kind === "project") return await commands.executeCommand("list.toggleExpand");
      const which = l10n.t("Select a task");
      // The task of the active page is open already.
      const target = node === undefined ? (context.selected ?? (await context.pick(which))) : await context.target(args, which);
      if (target !== undefined) context.openTask(target.project, target.ids[0]);
      return undefined;
    },
    // Runs on a click, or on Space with the focused node.
    "handoff.openSelectedTask": async (node) => {
      const focused = isExplorerNode(node) ? node : undefined;
      if (focused?.kind === "project") return await commands.executeCommand("list.toggleExpand");
      const shown = focused === undefined ? context.selected : { project: focused.project, ids: [focused.row.card.id] as const };
      if (shown !== undefined) context.followTask(shown.project, shown.ids[0]);
      return undefined;
    },
    "handoff.keepTask": () => pages.keepTask(),
    "handoff.openTaskFile": context.onTasks(({ project, ids }) => openTaskFile(project, ids[0])),
    "handoff.copyTaskId": context.onTasks(({ ids }) => Promise.resolve(env.clipboard.writeText(ids.join("\n")))),
    "handoff.copyTaskLink": context.onTasks(({ project, ids }) => env.clipboard.writeText(ids.map((id) => pages.linkOf(project, id)).join("\n"))),
  };
}

/** The maximum number of warnings in a question. */
const MAX_WARNINGS = 8;

/**
 * Asks for confirmation with the engine's warnings and deletes. Offers Undo in VSCode, unless the page that is the origin
 * does. Returns null if it was declined.
 */
export async function deleteTasks(context: CommandContext, { project, ids }: Target, origin?: unknown): Promise<CommandResult | null> {
  const command: Command = { kind: "deleteTasks", ids: [...ids] };
  const plan = project.plan(command);
  if (plan.kind === "planned") {
    const remove = l10n.t("Delete");
    const question = ids.length === 1 ? l10n.t("Delete {0}?", taskName(project, ids[0])) : l10n.t("Delete {0} tasks?", ids.length);
    const warnings = limitWarnings(plan.changeSet.warnings.map(translateText), MAX_WARNINGS);
    const undo = l10n.t("You can undo this, or restore it from the trash later.");
    const detail = [...warnings, "", undo].join("\n").trim();
    if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return null;
  }
  const result = await context.perform(project, command, origin);
  if (result.kind === "done" && origin === undefined) void context.offerUndo(project, result.summary);
  // The question has said the warnings.
  return result.kind === "done" ? { ...result, warnings: [] } : result;
}

export async function openTaskFile(project: Project, id: string): Promise<void> {
  const task = project.view({ kind: "task", id });
  if (task !== null) await window.showTextDocument(placeOf(project.id, task.card.path));
}

/** Returns the ID and the title of a task; the ID alone if there is no such task. */
export function taskName(project: Pick<Project, "view">, id: string): string {
  const task = project.view({ kind: "task", id });
  return task === null ? id : `${id} “${task.card.title}”`;
}
