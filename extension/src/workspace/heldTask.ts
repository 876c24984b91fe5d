// Adds to the result of a command that somebody else works on one of its tasks.

import type { CommandResult } from "../../../webviews/contract/common.ts";
import type { Command, ProjectView, TaskView } from "../../../webviews/contract/generated/protocol.ts";

/** The views of a project after the command. */
interface Views {
  readonly summary: Pick<ProjectView, "claims">;
  view(query: { kind: "task"; id: string }): TaskView | null;
}

export function withHolder(result: CommandResult, command: Command, project: Views): CommandResult {
  if (result.kind !== "done" || !result.changed) return result;
  const others = project.summary.claims?.others ?? [];
  const id = changedTasks(command).find((changed) => others.includes(changed));
  const holder = id === undefined ? undefined : project.view({ kind: "task", id })?.card.holder;
  return id === undefined || holder === undefined ? result : { ...result, held: { id, actor: holder.actor } };
}

/** Returns the IDs of the tasks that a command was about. */
function changedTasks(command: Command): readonly string[] {
  if (command.kind === "updateTasks") return command.ids;
  if (command.kind !== "reschedule" || command.reschedule.kind !== "set") return [];
  return command.reschedule.dates.map(({ id }) => id);
}
