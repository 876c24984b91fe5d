// The command behind a quick fix.

import type { Command } from "../../../webviews/contract/generated/protocol.ts";
import type { Desk } from "./desk.ts";
import type { CommandTable } from "./registry.ts";

export function repairCommands(desk: Desk): CommandTable {
  return {
    "handoff.applyRepair": async (about, command) => {
      const project = await desk.project([about]);
      // Whether it is a command at all is for the engine to say.
      return project && (await desk.run(project, { kind: "repair", repairs: [command as Command] }));
    },
  };
}
