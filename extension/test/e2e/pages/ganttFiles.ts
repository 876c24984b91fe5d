import type { ProjectFiles } from "../../harness/projectFiles.ts";

/** Sets the chart's settings so that it shows every task, before the project is opened. */
export function showEverything(project: ProjectFiles): void {
  const config = project.read(".handoff/config.toml");
  project.write(".handoff/config.toml", `${config.slice(0, config.indexOf("[gantt_view]"))}[gantt_view]\nzoom = "day"\n`);
}
