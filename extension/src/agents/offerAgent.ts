// Offers to start an agent when a task is assigned to one.

import { l10n, window } from "vscode";
import type { Command } from "../../../webviews/contract/generated/protocol.ts";
import type { Target } from "../commands/targets.ts";
import type { Project } from "../workspace/project.ts";

/** Offers it after a command that was carried out. `start` starts an agent on tasks. */
export async function offerAgent(project: Project, command: Command, start: (ids: Target["ids"]) => Promise<unknown>): Promise<void> {
  const key = command.kind === "updateTasks" ? command.patch.assignee : undefined;
  const assignee = project.summary.assignees.find((known) => known.key === key);
  if (command.kind !== "updateTasks" || assignee?.kind !== "agent") return;
  const [first, ...others] = command.ids.flatMap((id) => {
    const card = project.view({ kind: "task", id })?.card;
    return card === undefined || card.holder !== undefined || card.status === "done" || card.status === "skipped" ? [] : [card.id];
  });
  if (first === undefined) return;
  const button = l10n.t("Start an Agent…");
  const chosen = await window.showInformationMessage(l10n.t("{0}: assigned to {1}.", [first, ...others].join(", "), assignee.name), button);
  if (chosen === button) await start([first, ...others]);
}
