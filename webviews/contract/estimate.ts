// Sends a command again that was refused for a missing estimate.
import type { Command } from "./generated/protocol.ts";
import type { CommandResult } from "./common.ts";

/** Commands that can carry an estimate. */
export type EstimableCommand = Extract<Command, { kind: "createTask" | "updateTasks" | "placeCards" }>;

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
  if (command.kind !== "createTask" && result.task === undefined) return null;
  return { command, task: result.task };
}

function isEstimable<C extends Command>(command: C): command is Extract<C, EstimableCommand> {
  return command.kind === "createTask" || command.kind === "updateTasks" || command.kind === "placeCards";
}

/** Adds an estimate for the task; estimates for other tasks stay. */
export function withEstimate<C extends EstimableCommand>({ command, task }: MissingEstimate<C>, hours: number): C {
  if (command.kind === "createTask") {
    const { fields } = command.task;
    return { ...command, task: { ...command.task, fields: { ...fields, estimateHours: hours } } };
  }
  const others = (command.estimates ?? []).filter(({ id }) => id !== task);
  return { ...command, estimates: [...others, { id: task ?? "", hours }] };
}
