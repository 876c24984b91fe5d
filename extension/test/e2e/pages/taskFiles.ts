// A project's task files.
import type { ProjectFiles } from "../../harness/projectFiles.ts";
import { until } from "../../harness/until.ts";

/** Returns the text of every task file by its path in the project. */
export function taskFiles(project: ProjectFiles): Record<string, string> {
  const files = project.filesBelow(".handoff/tasks").toSorted();
  return Object.fromEntries(files.map((file) => [file, project.read(file)]));
}

/** Returns the paths of the files that differ. */
export function touched(before: Record<string, string>, after: Record<string, string>): string[] {
  const paths = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
  return paths.toSorted();
}

export interface Difference {
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** Returns the lines that only one of the texts has. */
export function lineDifference(before: string, after: string): Difference {
  const [old, young] = [before.split("\n"), after.split("\n")];
  return { gone: old.filter((line) => !young.includes(line)), come: young.filter((line) => !old.includes(line)) };
}

/** Returns the temporary files of a write in `.handoff/`: locks, journals, temporary files. The empty files of the locks of tasks stay. */
export function leftovers(project: ProjectFiles): string[] {
  return project
    .namesBelow(".handoff")
    .filter((name) => /(?:^|[\\/])(?:\.lock$|\.journal|.*\.tmp\b)/u.test(name) && !/tasks[\\/].*\.lock$/u.test(name));
}

/** Whether the half hour of the example's timer still waits: a window writes it into its task shortly after it has opened. */
function hasOldTimer(project: ProjectFiles): boolean {
  const file = ".handoff/timer/state.json";
  return project.exists(file) && project.read(file).includes('"elapsed_ms": 1800000');
}

/** Returns the texts of all tasks once no write is in progress or still to come from the opening of the window. */
export async function settledFiles(project: ProjectFiles): Promise<Record<string, string>> {
  await until("what was written to be complete", () => !hasOldTimer(project) && leftovers(project).length === 0);
  return taskFiles(project);
}

/** Waits until the tasks' files are byte for byte as before. */
export function filesBecome(project: ProjectFiles, before: Record<string, string>): Promise<true> {
  return until("the files to be as they were", () => JSON.stringify(taskFiles(project)) === JSON.stringify(before));
}
