// Why the configuration of a project is not used. Without it, names, colors and rules of the project are missing
// on every page.

import type { Text } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../workspace/project.ts";

const CONFIG = "config.toml";

/** Returns the first error of the configuration file. */
export function configProblemOf(project: Project): Text | undefined {
  if (project.summary.errors === 0) return undefined;
  const problems = project.view({ kind: "problems" });
  // A folder without a task is reported at the configuration, but is no error in it.
  return problems.find(({ path, severity, code }) => path === CONFIG && severity === "error" && code !== "no-task-file")?.text;
}
