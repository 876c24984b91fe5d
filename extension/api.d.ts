// The API of the extension for other extensions. Copy this file into yours.
//
//   const handoff = vscode.extensions.getExtension<HandoffApi>("handoff-tools.handoff");
//   const api = await handoff?.activate();

import type { Event, Uri } from "vscode";

/** A project of the window. */
export interface HandoffProject {
  /** The name in its configuration; until it is loaded, that of its folder. */
  readonly name: string;
  /** The folder that contains `.handoff/`. */
  readonly folder: Uri;
}

export interface HandoffApi {
  /** The version of this API. It is raised by changes that break callers. */
  readonly version: 1;
  /** The projects of the window, in the order of its folders. Empty until they are found; `onDidChange` fires then. */
  readonly projects: readonly HandoffProject[];
  /** Opens the page of a task. Rejects if the folder has no project in this window, or the project has no such task. */
  openTask(project: Pick<HandoffProject, "folder">, id: string): Promise<void>;
  /** Fires with a project whose content changed, and with undefined when projects were added or removed. */
  readonly onDidChange: Event<HandoffProject | undefined>;
}
