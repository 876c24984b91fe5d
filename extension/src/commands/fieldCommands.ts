// Commands that set a field of the selected tasks. Fixed values have their own commands, so that
// menus can offer them.

import type { TaskPatch } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "./commandContext.ts";
import { pickPatch, type PickedField } from "./fieldPickers.ts";
import type { CommandTable } from "./registry.ts";

export function fieldCommands(context: CommandContext): CommandTable {
  const set = (patch: TaskPatch) => context.onTasks((target) => context.update(target, patch));
  const ask = (field: PickedField) =>
    context.onTasks(async (target) => {
      const patch = await pickPatch(field, target.project.summary);
      return patch && (await context.update(target, patch));
    });
  return {
    "handoff.startTask": set({ status: "in_progress" }),
    "handoff.completeTask": set({ status: "done" }),
    "handoff.setStatus": ask("status"),
    "handoff.setStatusTodo": set({ status: "todo" }),
    "handoff.setStatusInProgress": set({ status: "in_progress" }),
    "handoff.setStatusReview": set({ status: "review" }),
    "handoff.setStatusDone": set({ status: "done" }),
    "handoff.setStatusBlocked": set({ status: "blocked" }),
    "handoff.setStatusSkipped": set({ status: "skipped" }),
    "handoff.setPriority": ask("priority"),
    "handoff.setPriorityHigh": set({ priority: "high" }),
    "handoff.setPriorityMedium": set({ priority: "medium" }),
    "handoff.setPriorityLow": set({ priority: "low" }),
    "handoff.setPriorityNone": set({ priority: null }),
    "handoff.setAssignee": ask("assignee"),
    "handoff.setMilestone": ask("milestone"),
    "handoff.addLabels": ask("labels"),
  };
}
