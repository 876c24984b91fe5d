// The host's side of the settings page.

import { window, type WebviewPanel } from "vscode";
import type { Section } from "../../../webviews/contract/generated/protocol.ts";
import type { SettingsContract, SettingsSnapshot } from "../../../webviews/contract/settings/settingsPage.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import { pageRequests, type PanelController, type PanelServices } from "./panelServices.ts";
import { readCommand, readText } from "./messages/parseMessages.ts";
import { pendingEvent } from "./messages/pendingEvent.ts";
import { serve } from "./messages/rpcServer.ts";
import { snapshotOf, startOf, subscribe } from "./messages/subscribe.ts";

export function runSettings(panel: WebviewPanel, project: Project, services: PanelServices): PanelController {
  const snapshot = (): SettingsSnapshot => ({ ...snapshotOf(project), settings: project.view({ kind: "settings" }) });
  const section = pendingEvent(panel, (name: Section) => served.emit("section", name));
  const served = serve<SettingsContract>(
    panel.webview,
    {
      ...pageRequests(project, services),
      ready: async () => {
        await project.load();
        const start = { ...snapshot(), ...startOf(project) };
        section.onReady();
        return start;
      },
      execute: (command) => project.execute(readCommand(command), panel),
      openFile: async () => {
        await window.showTextDocument(placeOf(project.id, "config.toml"));
      },
      openTask: (id) => services.openTask(project, readText(id)),
    },
    services,
  );
  const listening = combineDisposables([
    served,
    section,
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
      onNews: (news) => served.emit("news", news),
    }),
  ]);
  return {
    showSection: section.send,
    offerUndo: (summary) => served.emit("undoable", { summary }),
    dispose: () => listening.dispose(),
  };
}
