// What VSCode's context menu has to know about the holders of tasks.
import type { ProjectView } from "../contract/generated/protocol.ts";

/** Context keys of the manifest's menus: some of these tasks are held by others, or by the user. */
export interface HeldContext {
  taskHeld: boolean;
  taskOwn: boolean;
}

export function heldContext(project: Pick<ProjectView, "claims"> | undefined, ids: readonly string[]): HeldContext {
  const claims = project?.claims;
  const isAny = (held: readonly string[] = []): boolean => ids.some((id) => held.includes(id));
  return { taskHeld: isAny(claims?.others), taskOwn: isAny(claims?.own) };
}
