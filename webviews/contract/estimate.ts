// How a command that was refused for a missing estimate is sent again with one.
import type { Command } from "./generated/protocol.ts";
import type { CommandResult } from "./common.ts";

/** The commands that can carry an estimate. */
export type EstimateTaker = Extract<Command, { kind: "createTask" | "updateTasks" | "placeCards" }>;

/** A command that waits for an estimate. */
export interface EstimateWanted<C extends EstimateTaker> {
  command: C;
  /** The ID of the task that needs it; undefined for a task that does not exist yet. */
  task: string | undefined;
}

/** The command again, if it was refused for a missing estimate and can carry one. */
export function wantedEstimate<C extends Command>(
  command: C,
  result: CommandResult,
): EstimateWanted<Extract<C, EstimateTaker>> | null {
  if (result.kind !== "refused" || result.code !== "estimate-required" || !takesEstimate(command)) return null;
  if (command.kind !== "createTask" && result.task === undefined) return null;
  return { command, task: result.task };
}

function takesEstimate<C extends Command>(command: C): command is Extract<C, EstimateTaker> {
  return command.kind === "createTask" || command.kind === "updateTasks" || command.kind === "placeCards";
}

/** The command with an estimate for that task. Estimates that it carries for other tasks stay. */
export function withEstimate<C extends EstimateTaker>({ command, task }: EstimateWanted<C>, hours: number): C {
  if (command.kind === "createTask") {
    const { fields } = command.task;
    return { ...command, task: { ...command.task, fields: { ...fields, estimateHours: hours } } };
  }
  const others = (command.estimates ?? []).filter(({ id }) => id !== task);
  return { ...command, estimates: [...others, { id: task ?? "", hours }] };
}
