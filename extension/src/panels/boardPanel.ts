// The host of one board.

import type { Disposable, WebviewPanel } from "vscode";
import type { BoardContract, BoardQuery, BoardSnapshot } from "../../../webviews/contract/board.ts";
import { together } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { readBoardQuery } from "../../../webviews/contract/queries.ts";
import { follow, snapshotOf, startOf } from "./subscribe.ts";
import { taskRequests, type PanelServices } from "./panelServices.ts";
import { serve } from "./rpcServer.ts";

export function runBoard(panel: WebviewPanel, project: Project, services: PanelServices): Disposable {
  let query: BoardQuery = readBoardQuery(undefined);
  const shown = (): BoardSnapshot => ({ ...snapshotOf(project), board: project.view({ kind: "board", ...query }) });
  const view = async (body: BoardQuery): Promise<BoardSnapshot> => {
    query = readBoardQuery(body);
    await project.load();
    return shown();
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
  return together([
    served,
    follow(panel, project, {
      changed: () => served.tell("changed", shown()),
      undoable: (summary) => served.tell("undoable", { summary }),
    }),
  ]);
}
