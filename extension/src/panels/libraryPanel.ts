// The host's side of the library page.

import { l10n, window, type WebviewPanel } from "vscode";
import type { Command, LibraryView } from "../../../webviews/contract/generated/protocol.ts";
import { readLibraryChange, readLibraryQuery, type LibraryContract, type LibrarySnapshot } from "../../../webviews/contract/library.ts";
import { combineDisposables } from "../support/emitter.ts";
import { openLink } from "../workspace/openLink.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import { pageRequests, type PanelController, type PanelServices } from "./panelServices.ts";
import { readCommand, readText } from "./messages/parseMessages.ts";
import { serve } from "./messages/rpcServer.ts";
import { snapshotOf, startOf, subscribe } from "./messages/subscribe.ts";

export function runLibrary(panel: WebviewPanel, project: Project, services: PanelServices): PanelController {
  let query = readLibraryQuery(undefined);

  const all = (): LibraryView => project.view({ kind: "library" });
  const snapshot = (): LibrarySnapshot => ({ ...snapshotOf(project), library: project.view({ kind: "library", text: query.text }) });
  const view = async (body: unknown): Promise<LibrarySnapshot> => {
    query = readLibraryQuery(body);
    await project.load();
    return snapshot();
  };

  /** Returns the command for a change that the page asks for. */
  const commandOf = (body: unknown): Command => {
    const change = readLibraryChange(body);
    switch (change?.kind) {
      case "editMemory": {
        const memory = all().memories.find(({ id }) => id === change.id);
        if (memory?.text !== change.was) throw new Error(l10n.t("The memory has changed since you began to edit it. Copy your text, cancel, and edit it again."));
        // Lists that are empty keep their values.
        return { kind: "mergeMemory", into: change.id, memory: { text: change.text, tags: [], keywords: [], scopePaths: [] }, absorb: [] };
      }
      case "createProposed": {
        const proposed = all().referrals.find(({ id }) => id === change.id)?.tasks[change.at];
        if (proposed?.title !== change.title) throw new Error(l10n.t("The referral has changed. Look at it again."));
        return { kind: "changeTasks", tasks: [{ fields: proposed.fields }] };
      }
      case "deleteMemory":
      case "setReferralStatus":
        return change;
      case undefined:
        throw new TypeError("There is no such change of a record.");
    }
  };

  const served = serve<LibraryContract>(
    panel.webview,
    {
      ready: async (body) => ({ ...(await view(body)), ...startOf(project) }),
      view,
      document: (path) => project.view({ kind: "document", path: readText(path) }),
      change: (body) => project.execute(commandOf(body), panel),
      execute: (command) => project.execute(readCommand(command), panel),
      ...pageRequests(project, services),
      openTask: (id) => services.openTask(project, readText(id)),
      answer: async (id) => {
        const referral = all().referrals.find((known) => known.id === id);
        if (referral === undefined) throw new TypeError("There is no such referral.");
        await services.answerReferral(project, referral);
      },
      openFile: async (path) => {
        const { memories, referrals, documents } = all();
        const record = [...memories, ...referrals, ...documents].find((known) => known.path === path);
        if (record === undefined) throw new TypeError("There is no such record.");
        await window.showTextDocument(placeOf(project.id, record.path));
      },
      openLink: (target) => openLink(project, readText(target)),
    },
    services,
  );
  const listening = combineDisposables([
    served,
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
      onNews: (news) => served.emit("news", news),
    }),
  ]);
  return {
    offerUndo: (summary) => served.emit("undoable", { summary }),
    dispose: () => listening.dispose(),
  };
}
