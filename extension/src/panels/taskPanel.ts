// The host's side of one task editor. Its task may change as long as the page is not edited.

import { window, type WebviewPanel } from "vscode";
import { sectionNames, sendWays, type SectionName, type TaskContract, type TaskSnapshot } from "../../../webviews/contract/task.ts";
import { oneOf, recordOf } from "../../../webviews/contract/validate.ts";
import { combineDisposables } from "../support/emitter.ts";
import { openCommit, readTaskCommits } from "../workspace/gitCommits.ts";
import { openLines, openLink } from "../workspace/openLink.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import { staleProofs } from "../workspace/staleProofs.ts";
import { readCommand, readText } from "./messages/parseMessages.ts";
import { goToHolder, pageRequests, type PanelServices, type PanelController } from "./panelServices.ts";
import { serve } from "./messages/rpcServer.ts";
import { snapshotOf, startOf, waitForLog } from "./messages/subscribe.ts";
import { actOnPageTimer, pageTimers } from "../time/pageTimers.ts";

const MOST_FOUND = 20;
const isSendWay = oneOf(sendWays);

/** Events of a task's page. */
export interface TaskPageEvents {
  /** The page was edited and stays on its task. `wanted` is a task that was about to replace it. */
  onKeep(task: string, nextTask: string | undefined): void;
  /** The page shows this task from now on. */
  onShow(task: string): void;
  /** Sections that are folded on the pages of all tasks. */
  readonly folded: { get(): readonly SectionName[]; set(names: readonly SectionName[]): void };
}

export function runTask(
  panel: WebviewPanel,
  project: Project,
  first: string,
  services: PanelServices,
  events: TaskPageEvents,
): PanelController {
  let task = first;
  let nextTask: string | undefined;
  // True while there is a page that can answer.
  let isReady = false;
  const updateSnapshot = (): TaskSnapshot => {
    const snapshot = { ...snapshotOf(project), task: project.view({ kind: "task", id: task }) };
    // The tab has the title of the clicked task before the page shows that task.
    const title = nextTask === undefined ? titleOf(snapshot, task) : titleOf({ task: project.view({ kind: "task", id: nextTask }) }, nextTask);
    if (panel.title !== title) panel.title = title;
    return snapshot;
  };
  const switchTask = (): boolean => {
    if (nextTask === undefined) return false;
    task = nextTask;
    nextTask = undefined;
    // Its history is complete when the log of it is read.
    void project.log.readTask(task);
    events.onShow(task);
    return true;
  };
  const keepTask = (): void => {
    const other = nextTask;
    nextTask = undefined;
    if (other !== undefined) updateSnapshot();
    events.onKeep(task, other);
  };
  const served = serve<TaskContract>(
    panel.webview,
    {
      ready: async () => {
        // A page that was hidden is created again from the panel's initial HTML.
        events.onShow(task);
        await project.load();
        await waitForLog(project.log.readTask(task));
        isReady = true;
        return { ...startOf(project), ...updateSnapshot(), timers: pageTimers(services, project), folded: events.folded.get() };
      },
      follow: switchTask,
      fold: (names) => events.folded.set(readSections(names)),
      keep: keepTask,
      execute: (command) => {
        keepTask();
        return project.execute(readCommand(command), panel);
      },
      searchDependencies: (text) =>
        project.view({ kind: "search", text: readText(text), limit: MOST_FOUND, dependencyOf: task }),
      knowledge: async () => {
        const knowledge = project.view({ kind: "taskKnowledge", id: task });
        return knowledge === null ? null : { ...knowledge, staleProofs: await staleProofs(project, task) };
      },
      openSession: (id) => services.openSession(project, readText(id)),
      openRecord: async (path) => {
        const { memories = [], documents = [] } = project.view({ kind: "taskKnowledge", id: task }) ?? {};
        const record = [...memories, ...documents].find((known) => known.path === path);
        if (record === undefined) throw new TypeError("There is no such record of the task.");
        await window.showTextDocument(placeOf(project.id, record.path));
      },
      openPointer: (body) => {
        const { path, lines } = recordOf(body);
        return openLines(project, readText(path).replace(/#.*$/u, ""), readText(lines));
      },
      ...pageRequests(project, services),
      openTask: (id) => services.openTask(project, readText(id)),
      goToHolder: () => goToHolder(project, task),
      openFile: () => services.openFile(project, task),
      openLink: (target) => openLink(project, readText(target)),
      deleteTask: async () => void (await services.deleteTasks({ project, ids: [task] })),
      send: (way) => {
        if (!isSendWay(way)) throw new TypeError("A task cannot be sent there.");
        return services.sendTasks({ project, ids: [task] }, way);
      },
      commits: () => readTaskCommits(project, task),
      openCommit: (hash) => openCommit(project, readText(hash)),
      timer: (action) => actOnPageTimer(services, project, action),
    },
    services,
  );
  const listening = combineDisposables([
    served,
    project.onDidChange(() => {
      if (project.state !== "ready") return;
      // The tab has a title even while the page is hidden.
      const snapshot = updateSnapshot();
      if (panel.visible) served.emit("changed", snapshot);
    }),
    services.timers.onDidChange((changed) => {
      if (changed === project && panel.visible) served.emit("timers", pageTimers(services, project));
    }),
    panel.onDidChangeViewState(() => {
      if (panel.visible) return;
      // The page is destroyed. If it was about to follow, it had no edits.
      isReady = false;
      if (switchTask()) updateSnapshot();
    }),
  ]);
  return {
    opened: () => served.emit("opened", null),
    show: (id) => {
      nextTask = id === task ? undefined : id;
      if (isReady && nextTask !== undefined) served.emit("follow", null);
      else switchTask();
      updateSnapshot();
    },
    dispose: () => listening.dispose(),
  };
}

function readSections(body: unknown): SectionName[] {
  return Array.isArray(body) ? sectionNames.filter((name) => body.includes(name)) : [];
}

export function titleOf({ task }: Pick<TaskSnapshot, "task">, id: string): string {
  return task === null ? id : `${task.card.id} ${task.card.title}`;
}
