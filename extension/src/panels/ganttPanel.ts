// The host's side of one Gantt chart.

import type { WebviewPanel } from "vscode";
import type { GanttContract, GanttQuery, GanttSnapshot } from "../../../webviews/contract/gantt.ts";
import { filterRequests, followFilters } from "../filters/pageFilters.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { readGanttExport } from "./parseMessages.ts";
import { readGanttQuery } from "../../../webviews/contract/queries.ts";
import { subscribe, snapshotOf, startOf, waitForLog } from "./subscribe.ts";
import { taskRequests, type PanelServices, type PanelController } from "./panelServices.ts";
import { saveChart } from "../workspace/saveChart.ts";
import { serve } from "./rpcServer.ts";
import { followMarks } from "../timer/pageTimers.ts";

export function runGantt(panel: WebviewPanel, project: Project, services: PanelServices): PanelController {
  let query: GanttQuery = {};
  // Events do not reach a page before it has sent `ready`, so the task to reveal waits here.
  let pendingReveal: string | undefined;
  let isReady = false;
  const snapshot = (): GanttSnapshot => ({ ...snapshotOf(project), gantt: project.view({ kind: "gantt", ...query }) });
  const view = async (body: unknown): Promise<GanttSnapshot> => {
    query = readGanttQuery(body);
    await project.load();
    // The dates on which work began are in the log.
    await waitForLog(project.log.readHistory());
    return snapshot();
  };
  const sendReveal = (): void => {
    if (isReady && pendingReveal !== undefined) {
      served.emit("reveal", { id: pendingReveal });
      pendingReveal = undefined;
    }
  };
  const served = serve<GanttContract>(
    panel.webview,
    {
      ready: async (body) => {
        const start = { ...(await view(body)), ...startOf(project), timers: marks.read(), savedFilters: services.savedFilters.all };
        isReady = true;
        // Sent after the answer, which the page draws first.
        setTimeout(sendReveal);
        return start;
      },
      view,
      ...taskRequests(project, services, panel),
      ...filterRequests(services.savedFilters),
      propose: (reschedule) => project.view({ kind: "proposal", reschedule }),
      saveBaseline: () => services.saveBaseline(project),
      save: (file: unknown) => saveChart(project, readGanttExport(file)),
    },
    services,
  );
  const marks = followMarks(panel, project, services, (timers) => served.emit("timers", timers));
  const listening = combineDisposables([
    served,
    marks,
    followFilters(panel, services.savedFilters, (all) => served.emit("savedFilters", all)),
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
      onUndoable: (summary) => served.emit("undoable", { summary }),
      onNews: (news) => served.emit("news", news),
    }),
    panel.onDidChangeViewState(() => {
      // VSCode destroys a hidden page and creates it again when it is shown.
      if (!panel.visible) isReady = false;
    }),
  ]);
  return {
    reveal: (id) => {
      pendingReveal = id;
      sendReveal();
    },
    dispose: () => listening.dispose(),
  };
}
