// Whether a page may offer to take back what was done elsewhere.
import { say } from "../support/words.ts";
import type { Commit, Project } from "../workspace/project.ts";

/** What was done, if that is what undo takes back next. How somebody looks at the plan, for one, is kept but no step. */
export function undoable(project: Project, { result }: Commit): string | null {
  if (result.kind !== "done" || !result.changed) return null;
  const { undo } = project.summary;
  return undo !== null && say(undo) === result.summary ? result.summary : null;
}
