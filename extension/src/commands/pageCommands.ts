// The pages that have no other commands: the library and the settings of a project.

import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";

interface Pages {
  openLibrary(project: Project): void;
  openSettings(project: Project): void;
}

export function pageCommands(context: CommandContext, { openLibrary, openSettings }: Pages): CommandTable {
  const opening =
    (open: (project: Project) => void) =>
    async (...args: unknown[]): Promise<void> => {
      const project = await context.project(args);
      if (project !== undefined) open(project);
    };
  return { "handoff.showLibrary": opening(openLibrary), "handoff.openSettings": opening(openSettings) };
}
