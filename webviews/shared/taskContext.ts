// The data of VSCode's context menu about the tasks that it is for.
import type { ProjectView, Status } from "../contract/generated/protocol.ts";
import { isTerminal } from "../contract/statuses.ts";

/** Context keys of the manifest's menus. Each says something of at least one of the tasks. */
export interface TaskContext {
  /** Held by others, or by the user. */
  taskHeld: boolean;
  taskOwn: boolean;
  taskCanStart: boolean;
  taskCanComplete: boolean;
}

export function taskContext(project: Pick<ProjectView, "claims"> | undefined, ids: readonly string[], statuses: readonly Status[]): TaskContext {
  const claims = project?.claims;
  const isAny = (held: readonly string[] = []): boolean => ids.some((id) => held.includes(id));
  const open = statuses.filter((status) => !isTerminal(status));
  return {
    taskHeld: isAny(claims?.others),
    taskOwn: isAny(claims?.own),
    taskCanStart: open.some((status) => status !== "in_progress"),
    taskCanComplete: open.length > 0,
  };
}
