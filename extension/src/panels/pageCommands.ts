// The commands that open a page of a project.

import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { projectPages } from "../../../webviews/contract/surfaces.ts";
import { hostPages } from "./hostPages.ts";
import type { Panels } from "./panels.ts";

export function pageCommands(context: CommandContext, panels: Panels): CommandTable {
  const table: CommandTable = {};
  for (const page of projectPages) {
    const { command } = hostPages[page];
    if (command === undefined) continue;
    table[command] = context.onProject((project) => panels.openPage(page, project));
  }
  return table;
}
