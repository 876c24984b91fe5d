// The host of one task editor.

import type { Disposable, WebviewPanel } from "vscode";
import type { TaskContract, TaskSnapshot } from "../../../webviews/contract/task.ts";
import { together } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { readText } from "./bodies.ts";
import { openLink } from "./links.ts";
import type { PanelServices } from "./panelServices.ts";
import { serve } from "./serve.ts";
import { snapshotOf, startOf } from "./snapshot.ts";

const MOST_FOUND = 20;

export function runTask(panel: WebviewPanel, project: Project, task: string, services: PanelServices): Disposable {
  const shown = (): TaskSnapshot => {
    const snapshot = { ...snapshotOf(project), task: project.view({ kind: "task", id: task }) };
    panel.title = titleOf(snapshot, task);
    return snapshot;
  };
  const served = serve<TaskContract>(
    panel.webview,
    {
      ready: async () => {
        await project.load();
        return { ...startOf(project), ...shown() };
      },
      execute: (command) => project.execute(command, panel),
      searchDependencies: (text) =>
        project.view({ kind: "search", text: readText(text), limit: MOST_FOUND, dependencyOf: task }),
      openTask: (id) => services.openTask(project, readText(id)),
      openFile: () => services.openFile(project, task),
      openLink: (target) => openLink(project, readText(target)),
      deleteTask: () => services.deleteTasks({ project, ids: [task] }),
    },
    services,
  );
  return together([
    served,
    project.onDidChange(() => {
      if (project.state === "ready" && panel.visible) served.tell("changed", shown());
    }),
  ]);
}

export function titleOf({ task }: Pick<TaskSnapshot, "task">, id: string): string {
  return task === null ? id : `${task.card.id} ${task.card.title}`;
}
