// The host's side of one board.

import type { WebviewPanel } from "vscode";
import type { BoardContract, BoardQuery, BoardSnapshot, ClosedColumns } from "../../../webviews/contract/board.ts";
import { statuses } from "../../../webviews/contract/generated/values.ts";
import { viewRequests, followViews } from "../filters/pageViews.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { readBoardQuery } from "../../../webviews/contract/queries.ts";
import { subscribe, snapshotOf, startOf } from "./messages/subscribe.ts";
import { taskRequests, type PanelController, type PanelServices } from "./panelServices.ts";
import { readText, readTexts } from "./messages/parseMessages.ts";
import { pendingEvent } from "./messages/pendingEvent.ts";
import { serve } from "./messages/rpcServer.ts";
import { translateText } from "../support/vocabulary.ts";
import { followMarks } from "../time/pageTimers.ts";

export function runBoard(panel: WebviewPanel, project: Project, services: PanelServices): PanelController {
  let query: BoardQuery = readBoardQuery(undefined);
  const snapshot = (): BoardSnapshot => ({ ...snapshotOf(project), board: project.view({ kind: "board", ...query }) });
  const view = async (body: BoardQuery): Promise<BoardSnapshot> => {
    query = readBoardQuery(body);
    await project.load();
    return snapshot();
  };
  const chosenQuery = pendingEvent(panel, (chosen: BoardQuery) => served.emit("filter", chosen));
  const served = serve<BoardContract>(
    panel.webview,
    {
      ready: async (body) => {
        const start = { ...(await view(body)), ...startOf(project), timers: marks.read(), savedViews: services.savedViews.all };
        chosenQuery.onReady();
        return start;
      },
      view,
      openProposal: (id: unknown) => services.openTarget(project, { kind: "gantt", proposal: readText(id) }),
      closedColumns: (ids) => closedColumns(project, readTexts(ids)),
      ...taskRequests(project, services, panel),
      ...viewRequests(() => services.viewStores([project]), "board"),
    },
    services,
  );
  const marks = followMarks(panel, project, services, (timers) => served.emit("timers", timers));
  const listening = combineDisposables([
    served,
    chosenQuery,
    marks,
    followViews(panel, services.savedViews, (all) => served.emit("savedViews", all)),
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
      onNews: (news) => served.emit("news", news),
    }),
  ]);
  return {
    filter: chosenQuery.send,
    offerUndo: (summary) => served.emit("undoable", { summary }),
    dispose: () => listening.dispose(),
  };
}

/**
 * Returns the columns that tasks may not enter, by dry runs of the engine. A missing estimate closes no column: it can be
 * entered at the card after the drop.
 */
export function closedColumns(project: Project, ids: readonly string[]): ClosedColumns {
  const closed: ClosedColumns = {};
  for (const status of statuses) {
    const plan = project.plan({ kind: "updateTasks", ids: [...ids], patch: { status } });
    if (plan.kind === "refused" && plan.refusal.code !== "estimate-required") closed[status] = translateText(plan.refusal.text);
  }
  return closed;
}
