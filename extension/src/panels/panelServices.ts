// What panels ask of the rest of the window.

import { FIELDS, type PickedField } from "../commands/fieldPickers.ts";
import type { Target } from "../commands/targets.ts";
import type { Disposable } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import type { ErrorReporter } from "./rpcServer.ts";
import type { CommandResult } from "../../../webviews/contract/common.ts";
import type { Command } from "../../../webviews/contract/generated/protocol.ts";
import { readText, readTexts } from "./parseMessages.ts";
import { recordOf } from "../../../webviews/contract/validate.ts";

export interface PanelServices extends ErrorReporter {
  openTask(project: Project, id: string): void;
  openFile(project: Project, id: string): Promise<void>;
  deleteTasks(target: Target): Promise<void>;
  pick(target: Target, field: PickedField): Promise<void>;
  /** Asks for a name, then keeps the present plan under it. */
  saveBaseline(project: Project): Promise<void>;
}

/** What runs behind a page. */
export interface PanelController extends Disposable {
  /** Shows a task on the page, where it shows many. */
  reveal?(id: string): void;
  /** Makes the page that of another task, unless the person works on it. */
  show?(id: string): void;
}

/** Handlers of the requests that such pages share; `origin` tells which page a commit comes from. */
export function taskRequests(project: Project, services: PanelServices, origin: unknown) {
  return {
    execute: (command: Command): Promise<CommandResult> => project.execute(command, origin),
    openTask: (id: unknown): void => services.openTask(project, readText(id)),
    openFile: (id: unknown): Promise<void> => services.openFile(project, readText(id)),
    deleteTasks: (ids: unknown): Promise<void> => services.deleteTasks({ project, ids: readTexts(ids) }),
    pick: async (request: unknown): Promise<void> => {
      const { field, ids } = recordOf(request);
      const known = FIELDS.find((name): name is PickedField => name === field);
      if (known === undefined) throw new TypeError("There is no such field to pick.");
      await services.pick({ project, ids: readTexts(ids) }, known);
    },
  };
}
