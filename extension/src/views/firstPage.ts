// Opens the dashboard when the user looks at the tasks of a workspace for the first time. It does not
// open with the window, because the user has not asked for Handoff then.

import { workspace, type Memento } from "vscode";
import { combineDisposables, type Disposable, type EventOf } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { projectsWithRecords, type Projects } from "../workspace/projects.ts";

/** Workspace state: true once the first page was opened. */
const KEY = "firstPageOpened";

/** The view with the tasks. */
export interface TaskView {
  readonly isVisible: boolean;
  readonly onDidChangeVisibility: EventOf<unknown>;
}

export interface FirstPageActions {
  openDashboard(project: Project): void;
  openOverview(): void;
}

export function openFirstPage(
  memory: Memento,
  view: TaskView,
  projects: Pick<Projects, "all" | "isSearched" | "onDidChange">,
  { openDashboard, openOverview }: FirstPageActions,
): Disposable {
  const update = (): void => {
    if (!view.isVisible || !projects.isSearched || memory.get(KEY) === true || !isEnabled()) return;
    if (projects.all.some(({ state }) => state === "idle" || state === "loading")) return;
    const [project, ...others] = projectsWithRecords(projects.all);
    if (project === undefined) return;
    void memory.update(KEY, true);
    if (others.length > 0) openOverview();
    else openDashboard(project);
  };
  update();
  return combineDisposables([view.onDidChangeVisibility(update), projects.onDidChange(update)]);
}

function isEnabled(): boolean {
  return workspace.getConfiguration("handoff").get("openDashboardFirst", true);
}
