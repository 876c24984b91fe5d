// The commands that pages may send to the host.

import type { Command } from "./generated/protocol.ts";

/**
 * Pages edit tasks, dates and settings, answer proposals, take over and release tasks, and run the repairs of a task. The host refuses every other
 * command, so that a page cannot change sessions or memories, or import tasks.
 */
export const pageCommands = [
  "changeTasks",
  "updateTasks",
  "sendBack",
  "acceptProposal",
  "rejectProposal",
  "reschedule",
  "deleteBaseline",
  "duplicateTask",
  "updateConfig",
  "changeEntry",
  "removeAssignee",
  "renameEntry",
  "repair",
  "claimTask",
  "releaseTasks",
  "undo",
  "redo",
] as const satisfies readonly Command["kind"][];

export type PageCommand = Extract<Command, { kind: (typeof pageCommands)[number] }>;
