// The host's half of each page of a project.

import type { WebviewPanel } from "vscode";
import type { ProjectPage } from "../../../webviews/contract/surfaces.ts";
import type { Project } from "../workspace/project.ts";
import { runDashboard } from "./dashboardPanel.ts";
import { runBoard } from "./boardPanel.ts";
import { runGantt } from "./ganttPanel.ts";
import { runMetrics } from "./metricsPanel.ts";
import { runTime } from "./timePanel.ts";
import { runSessions } from "./sessionsPanel.ts";
import { runLibrary } from "./libraryPanel.ts";
import { runSettings } from "./settingsPanel.ts";
import type { PanelController, PanelServices } from "./panelServices.ts";

interface HostPage {
  /** Answers the page until the controller is disposed. */
  run(panel: WebviewPanel, project: Project, services: PanelServices): PanelController;
  /** The command that only opens the page; absent if a command does more than that. */
  command?: `handoff.${string}`;
}

export const hostPages: Readonly<Record<ProjectPage, HostPage>> = {
  dashboard: { run: runDashboard },
  board: { run: runBoard, command: "handoff.openBoard" },
  gantt: { run: runGantt, command: "handoff.openGantt" },
  metrics: { run: runMetrics, command: "handoff.showMetrics" },
  time: { run: runTime, command: "handoff.openTime" },
  sessions: { run: runSessions },
  library: { run: runLibrary, command: "handoff.showLibrary" },
  settings: { run: runSettings, command: "handoff.openSettings" },
};
