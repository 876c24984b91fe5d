// The command that reverts the changes of an agent or a person, task by task.

import { l10n, window } from "vscode";
import type { Command, UndoStep } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { pickMany } from "../support/quickPick.ts";
import { translateText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import { authorRows, spanRows, type StepsRow } from "./authors.ts";
import { chosenTasks, revertRows } from "./revertRows.ts";

export function revertCommands(context: CommandContext): CommandTable {
  return {
    "handoff.revertChanges": context.onProject((project) => revertChanges(context, project)),
  };
}

async function revertChanges(context: CommandContext, project: Project): Promise<unknown> {
  const stored = await project.onDemand.readUndoSteps();
  if (stored.length === 0) {
    void window.showInformationMessage(
      l10n.t("No changes by agents or commands are stored for {0}. They are stored on the machine that makes them, not in a browser.", project.name),
    );
    return undefined;
  }
  const steps = await pickSteps(project, stored);
  const command = steps && (await pickTasks(project, steps));
  if (command === undefined) return undefined;
  const result = await context.perform(project, command);
  if (result.kind === "done") void context.offerUndo(project, result.summary, result.warnings);
  return result;
}

/** Asks whose changes to revert, and since when if that makes a difference. */
async function pickSteps(project: Project, stored: readonly UndoStep[]): Promise<readonly UndoStep[] | undefined> {
  const author = await window.showQuickPick(authorRows(stored), {
    title: l10n.t("Revert Changes in {0}", project.name),
    placeHolder: l10n.t("Whose changes?"),
    matchOnDetail: true,
  });
  if (author === undefined) return undefined;
  const spans: StepsRow[] = spanRows(author.steps, project.context.now);
  const [only] = spans;
  if (spans.length <= 1) return only?.steps;
  const span = await window.showQuickPick(spans, {
    title: l10n.t("Revert Changes in {0}", project.name),
    placeHolder: l10n.t("How far back?"),
  });
  return span?.steps;
}

/** Shows what would be reverted, and returns the command for the chosen tasks. */
async function pickTasks(project: Project, steps: readonly UndoStep[]): Promise<Command | undefined> {
  if (steps.some(({ trash }) => trash.length > 0)) await project.onDemand.readTrash();
  if (steps.some(({ packages }) => packages)) await project.onDemand.readPackages();
  const sources = steps.map(({ source }) => source);
  const preview = project.view({ kind: "revertPreview", steps: sources });
  if (preview.refusal !== null) {
    void window.showWarningMessage(translateText(preview.refusal.text));
    return undefined;
  }
  const rows = revertRows(preview, project.summary.assignees);
  if (rows.length === 0) {
    void window.showInformationMessage(l10n.t("Nothing is left to revert: everything is as it was before these changes."));
    return undefined;
  }
  const chosen = await pickMany(rows, {
    title: l10n.t("Revert Changes in {0}", project.name),
    placeholder: l10n.t("Uncheck what to keep. Enter reverts the rest as one change."),
  });
  const tasks = chosen && chosenTasks(rows, chosen);
  if (chosen === undefined || tasks === null) {
    const isFilesOnly = chosen?.some(({ reverts }) => reverts === "files") === true;
    if (isFilesOnly) void window.showInformationMessage(l10n.t("Nothing was reverted: other files are reverted only together with all tasks."));
    return undefined;
  }
  return { kind: "revert", steps: sources, ...(tasks !== undefined && { tasks }) };
}
