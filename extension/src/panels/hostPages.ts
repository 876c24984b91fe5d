// The host's half of each page of a project.

import { l10n, type WebviewPanel } from "vscode";
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
  /** Returns the title of the tab. */
  title(project: string): string;
  /** The command that only opens the page; absent if a command does more than that. */
  command?: `handoff.${string}`;
}

export const hostPages: Readonly<Record<ProjectPage, HostPage>> = {
  dashboard: { run: runDashboard, title: (project) => l10n.t("{0}: Dashboard", project) },
  board: { run: runBoard, title: (project) => l10n.t("{0}: Board", project), command: "handoff.openBoard" },
  gantt: { run: runGantt, title: (project) => l10n.t("{0}: Gantt Chart", project), command: "handoff.openGantt" },
  metrics: { run: runMetrics, title: (project) => l10n.t("{0}: Metrics", project), command: "handoff.showMetrics" },
  time: { run: runTime, title: (project) => l10n.t("{0}: Time", project), command: "handoff.openTime" },
  sessions: { run: runSessions, title: (project) => l10n.t("{0}: Sessions", project) },
  library: { run: runLibrary, title: (project) => l10n.t("{0}: Library", project), command: "handoff.showLibrary" },
  settings: { run: runSettings, title: (project) => l10n.t("{0}: Settings", project), command: "handoff.openSettings" },
};
