// Why the tree of tasks is empty, if it is.

import type { Text } from "../../../webviews/contract/generated/protocol.ts";
import type { ContextKeys } from "../support/contextKeys.ts";
import type { Project } from "../workspace/project.ts";

/** What the tree shows of all projects of this window. */
export interface Shown {
  readonly all: readonly Pick<Project, "state" | "summary">[];
  /** Whether the window's folders have been searched for projects. */
  readonly searched: boolean;
  /** How many projects have a place in the tree. */
  readonly projects: number;
  readonly total: number;
  readonly matches: number;
}

/** What could not be read, so that tasks may be missing. */
export function unreadOf(all: Shown["all"]): Text[] {
  return all.flatMap((project) => (project.state === "ready" ? project.summary.unread : []));
}

export function explorerState({ all, searched, projects, total, matches }: Shown): ContextKeys["handoff.explorer"] {
  const isPartial = unreadOf(all).length > 0;
  if (projects === 0) {
    if (!searched) return "loading";
    if (all.some(({ state }) => state === "failed")) return "failed";
    if (all.some(({ state }) => state === "idle" || state === "loading")) return "loading";
    return isPartial ? "unread" : "noProject";
  }
  if (projects === 1 && total === 0) return isPartial ? "unread" : "noTasks";
  return matches === 0 ? "noMatch" : "ready";
}
