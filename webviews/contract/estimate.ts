// Sends a command again that was refused for a missing estimate.
import type { Command } from "./generated/protocol.ts";
import type { CommandResult } from "./common.ts";

/** Commands that can carry an estimate. */
export type EstimableCommand = Extract<Command, { kind: "changeTasks" | "updateTasks" }>;

/** A command that needs an estimate. */
export interface MissingEstimate<C extends EstimableCommand> {
  command: C;
  /** ID of the task that needs it; undefined for a task that does not exist yet. */
  task: string | undefined;
}

/** Returns the command if it was refused for a missing estimate and can carry one, else null. */
export function findMissingEstimate<C extends Command>(
  command: C,
  result: CommandResult,
): MissingEstimate<Extract<C, EstimableCommand>> | null {
  if (result.kind !== "refused" || result.code !== "estimate-required" || !isEstimable(command)) return null;
  if (command.kind !== "changeTasks" && result.task === undefined) return null;
  return { command, task: result.task };
}

function isEstimable<C extends Command>(command: C): command is Extract<C, EstimableCommand> {
  return command.kind === "changeTasks" || command.kind === "updateTasks";
}

/** Adds an estimate for the task; estimates for other tasks stay. */
export function withEstimate<C extends EstimableCommand>({ command, task }: MissingEstimate<C>, hours: number): C {
  if (command.kind === "changeTasks") {
    const tasks = command.tasks.map((change) => ({ ...change, fields: { ...change.fields, estimateHours: hours } }));
    return { ...command, tasks };
  }
  const others = (command.estimates ?? []).filter(({ id }) => id !== task);
  return { ...command, estimates: [...others, { id: task ?? "", hours }] };
}
