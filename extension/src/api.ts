// The API for other extensions, on the parts of the window.

import { EventEmitter, Uri, type Disposable } from "vscode";
import type { HandoffApi, HandoffProject } from "../api.d.ts";
import type { Project } from "./workspace/project.ts";
import { projectsWithRecords, type Projects } from "./workspace/projects.ts";

/** Creates the API, and what ends it. */
export function createApi(projects: Pick<Projects, "load" | "all" | "get" | "onDidChange">, openTask: (project: Project, id: string) => void): { api: HandoffApi; parts: Disposable[] } {
  const changed = new EventEmitter<HandoffProject | undefined>();
  const following = projects.onDidChange((project) => changed.fire(project && describe(project)));
  const api: HandoffApi = {
    version: 1,
    get projects() {
      return projectsWithRecords(projects.all).map(describe);
    },
    openTask: async ({ folder }, id) => {
      await projects.load();
      const project = projects.get(folder.toString());
      if (project?.state !== "ready") throw new Error(`There is no Handoff project in ${folder.toString()}.`);
      if (project.view({ kind: "task", id }) === null) throw new Error(`There is no task ${id} in ${project.name}.`);
      openTask(project, id);
    },
    onDidChange: changed.event,
  };
  return { api, parts: [changed, following] };
}

function describe({ name, id }: Project): HandoffProject {
  return { name, folder: Uri.parse(id, true) };
}
