// The host's side of the settings page.

import { window, type WebviewPanel } from "vscode";
import type { SettingsContract, SettingsSnapshot } from "../../../webviews/contract/settings/settingsPage.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import { pageRequests, type PanelController, type PanelServices } from "./panelServices.ts";
import { readCommand, readText } from "./parseMessages.ts";
import { serve } from "./rpcServer.ts";
import { snapshotOf, startOf, subscribe } from "./subscribe.ts";

export function runSettings(panel: WebviewPanel, project: Project, services: PanelServices): PanelController {
  const snapshot = (): SettingsSnapshot => ({ ...snapshotOf(project), settings: project.view({ kind: "settings" }) });
  const served = serve<SettingsContract>(
    panel.webview,
    {
      ...pageRequests(project, services),
      ready: async () => {
        await project.load();
        return { ...snapshot(), ...startOf(project) };
      },
      execute: (command) => project.execute(readCommand(command), panel),
      openFile: async () => {
        await window.showTextDocument(placeOf(project.id, "config.toml"));
      },
      openTask: (id) => services.openTask(project, readText(id)),
    },
    services,
  );
  return combineDisposables([
    served,
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
      onUndoable: (summary) => served.emit("undoable", { summary }),
      onNews: (news) => served.emit("news", news),
    }),
  ]);
}
