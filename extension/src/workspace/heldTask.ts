// Adds to the result of a command that somebody else works on one of its tasks.

import type { CommandResult } from "../../../webviews/contract/common.ts";
import type { Command } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "./project.ts";

export function withHolder(result: CommandResult, command: Command, project: Pick<Project, "summary" | "view">): CommandResult {
  if (result.kind !== "done" || !result.changed) return result;
  const others = project.summary.claims?.others ?? [];
  const id = changedTasks(command).find((changed) => others.includes(changed));
  const holder = id === undefined ? undefined : project.view({ kind: "task", id })?.card.holder;
  return id === undefined || holder === undefined ? result : { ...result, held: { id, actor: holder.actor } };
}

/** Returns the IDs of the tasks that a command was about. */
function changedTasks(command: Command): readonly string[] {
  switch (command.kind) {
    case "updateTasks":
    case "moveTasks":
    case "placeCards":
      return command.ids;
    case "reschedule":
      return command.reschedule.kind === "set" ? command.reschedule.dates.map(({ id }) => id) : [];
    default:
      return [];
  }
}
