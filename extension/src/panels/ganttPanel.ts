// The host's side of one Gantt chart.

import type { WebviewPanel } from "vscode";
import type { GanttContract, GanttQuery, GanttSnapshot } from "../../../webviews/contract/gantt.ts";
import { viewRequests, followViews } from "../filters/pageViews.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { readGanttExport } from "./messages/parseMessages.ts";
import { readGanttQuery } from "../../../webviews/contract/queries.ts";
import { subscribe, snapshotOf, startOf, waitForLog } from "./messages/subscribe.ts";
import { taskRequests, type PanelServices, type PanelController } from "./panelServices.ts";
import { saveChart } from "../workspace/saveChart.ts";
import { pendingEvent } from "./messages/pendingEvent.ts";
import { serve } from "./messages/rpcServer.ts";
import { followMarks } from "../time/pageTimers.ts";

export function runGantt(panel: WebviewPanel, project: Project, services: PanelServices): PanelController {
  let query: GanttQuery = readGanttQuery(undefined);
  const snapshot = (): GanttSnapshot => ({ ...snapshotOf(project), gantt: project.view({ kind: "gantt", ...query }) });
  const view = async (body: unknown): Promise<GanttSnapshot> => {
    query = readGanttQuery(body);
    await project.load();
    // The dates on which work began are in the log.
    await waitForLog(project.log.readHistory());
    return snapshot();
  };
  const revealed = pendingEvent(panel, (id: string) => served.emit("reveal", { id }));
  const shownProposal = pendingEvent(panel, (id: string) => served.emit("proposal", { id }));
  const served = serve<GanttContract>(
    panel.webview,
    {
      ready: async (body) => {
        const start = { ...(await view(body)), ...startOf(project), timers: marks.read(), savedViews: services.savedViews.all };
        revealed.onReady();
        shownProposal.onReady();
        return start;
      },
      view,
      ...taskRequests(project, services, panel),
      ...viewRequests(() => services.viewStores([project]), "gantt"),
      propose: (reschedule) => project.view({ kind: "proposal", reschedule }),
      proposals: ({ id, only }) =>
        project.view({ kind: "proposals", ...(id !== undefined && { id }), ...(only !== undefined && { only }) }).proposals.filter(({ state }) => state === "open"),
      saveBaseline: () => services.saveBaseline(project, panel),
      save: (file: unknown) => saveChart(project, readGanttExport(file)),
    },
    services,
  );
  const marks = followMarks(panel, project, services, (timers) => served.emit("timers", timers));
  const listening = combineDisposables([
    served,
    revealed,
    shownProposal,
    marks,
    followViews(panel, services.savedViews, (all) => served.emit("savedViews", all)),
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
      onNews: (news) => served.emit("news", news),
    }),
  ]);
  return {
    reveal: revealed.send,
    showProposal: shownProposal.send,
    offerUndo: (summary) => served.emit("undoable", { summary }),
    dispose: () => listening.dispose(),
  };
}
