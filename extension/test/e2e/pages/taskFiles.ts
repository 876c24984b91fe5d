// A project's task files on disk.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../harness/until.ts";
import type { Vscode } from "../../harness/vscode.ts";

/** Returns the text of every task file by its path in the project. */
export function taskFiles(vscode: Vscode): Record<string, string> {
  const files = vscode.filesBelow(".handoff/tasks").toSorted();
  return Object.fromEntries(files.map((file) => [file, vscode.read(file)]));
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

/** Returns the temporary files of a write in `.handoff/`: locks, journals, temporary files. */
export function leftovers({ folder }: Vscode): string[] {
  const names = readdirSync(join(folder, ".handoff"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /(?:^|[\\/])(?:\.lock$|\.journal|.*\.tmp\b)/u.test(name));
}

/** Whether the half hour of the example's timer still waits: a window writes it into its task shortly after it has opened. */
function hasOldTimer(vscode: Vscode): boolean {
  const file = ".handoff/timer/state.json";
  return vscode.exists(file) && vscode.read(file).includes('"elapsed_ms": 1800000');
}

/** Returns the texts of all tasks once no write is in progress or still to come from the opening of the window. */
export async function settledFiles(vscode: Vscode): Promise<Record<string, string>> {
  await until("what was written to be complete", () => !hasOldTimer(vscode) && leftovers(vscode).length === 0);
  return taskFiles(vscode);
}

/** Waits until the tasks' files are byte for byte as before. */
export function filesBecome(vscode: Vscode, before: Record<string, string>): Promise<true> {
  return until("the files to be as they were", () => JSON.stringify(taskFiles(vscode)) === JSON.stringify(before));
}
