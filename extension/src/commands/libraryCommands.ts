// The library: memories, referrals and documents.

import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";

export function libraryCommands(context: CommandContext, open: (project: Project) => void): CommandTable {
  return {
    "handoff.showLibrary": async (...args) => {
      const project = await context.project(args);
      if (project !== undefined) open(project);
    },
  };
}
