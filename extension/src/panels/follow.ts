// Keeps a page that shows a whole project up to date with it.

import type { WebviewPanel } from "vscode";
import { type Disposable, together } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { undoable } from "./undoable.ts";

/** How a page is told. */
interface Tell {
  changed(): void;
  undoable(summary: string): void;
}

export function follow(panel: WebviewPanel, project: Project, tell: Tell): Disposable {
  return together([
    project.onDidChange(() => {
      // A page that is not seen has no content; it asks for a snapshot when it is shown again.
      if (panel.visible && project.state === "ready") tell.changed();
    }),
    project.onDidCommit((commit) => {
      const summary = commit.origin === panel ? null : undoable(project, commit);
      if (summary !== null) tell.undoable(summary);
    }),
  ]);
}
