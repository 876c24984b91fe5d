// The host's side of one board.

import type { Disposable, WebviewPanel } from "vscode";
import type { BoardContract, BoardQuery, BoardSnapshot } from "../../../webviews/contract/board.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { readBoardQuery } from "../../../webviews/contract/queries.ts";
import { subscribe, snapshotOf, startOf } from "./subscribe.ts";
import { taskRequests, type PanelServices } from "./panelServices.ts";
import { serve } from "./rpcServer.ts";

export function runBoard(panel: WebviewPanel, project: Project, services: PanelServices): Disposable {
  let query: BoardQuery = readBoardQuery(undefined);
  const snapshot = (): BoardSnapshot => ({ ...snapshotOf(project), board: project.view({ kind: "board", ...query }) });
  const view = async (body: BoardQuery): Promise<BoardSnapshot> => {
    query = readBoardQuery(body);
    await project.load();
    return snapshot();
  };
  const served = serve<BoardContract>(
    panel.webview,
    {
      ready: async (body) => ({ ...(await view(body)), ...startOf(project) }),
      view,
      ...taskRequests(project, services, panel),
    },
    services,
  );
  return combineDisposables([
    served,
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
      onUndoable: (summary) => served.emit("undoable", { summary }),
    }),
  ]);
}
