// The host of one Gantt chart.

import type { WebviewPanel } from "vscode";
import type { GanttContract, GanttQuery, GanttSnapshot } from "../../../webviews/contract/gantt.ts";
import { together } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { readGanttExport } from "./parseMessages.ts";
import { readGanttQuery } from "../../../webviews/contract/queries.ts";
import { follow, snapshotOf, startOf } from "./subscribe.ts";
import { taskRequests, type PanelServices, type Running } from "./panelServices.ts";
import { saveChart } from "./saveChart.ts";
import { serve } from "./rpcServer.ts";

export function runGantt(panel: WebviewPanel, project: Project, services: PanelServices): Running {
  let query: GanttQuery = {};
  // A page that is not up yet cannot be told what to show: it is told once it asks.
  let wanted: string | undefined;
  let up = false;
  const shown = (): GanttSnapshot => ({ ...snapshotOf(project), gantt: project.view({ kind: "gantt", ...query }) });
  const view = async (body: unknown): Promise<GanttSnapshot> => {
    query = readGanttQuery(body);
    await project.load();
    return shown();
  };
  const tellWanted = (): void => {
    if (up && wanted !== undefined) {
      served.tell("reveal", { id: wanted });
      wanted = undefined;
    }
  };
  const served = serve<GanttContract>(
    panel.webview,
    {
      ready: async (body) => {
        const start = { ...(await view(body)), ...startOf(project) };
        up = true;
        // Behind the answer, which is what the page draws first.
        setTimeout(tellWanted);
        return start;
      },
      view,
      ...taskRequests(project, services, panel),
      propose: (reschedule) => project.view({ kind: "proposal", reschedule }),
      saveBaseline: () => services.saveBaseline(project),
      save: (file: unknown) => saveChart(project, readGanttExport(file)),
    },
    services,
  );
  const listening = together([
    served,
    follow(panel, project, {
      changed: () => served.tell("changed", shown()),
      undoable: (summary) => served.tell("undoable", { summary }),
    }),
    panel.onDidChangeViewState(() => {
      // A hidden page is thrown away and made anew.
      if (!panel.visible) up = false;
    }),
  ]);
  return {
    reveal: (id) => {
      wanted = id;
      tellWanted();
    },
    dispose: () => listening.dispose(),
  };
}
