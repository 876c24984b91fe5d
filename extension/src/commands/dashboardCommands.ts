// The dashboard: of one project, or the overview of all projects.

import { commands } from "vscode";
import type { BoardQuery } from "../../../webviews/contract/board.ts";
import { boardQueryOf, type DashboardTarget } from "../../../webviews/contract/dashboard.ts";
import type { Section } from "../../../webviews/contract/generated/protocol.ts";
import type { SessionsTab } from "../../../webviews/contract/sessions.ts";
import type { ProjectPage } from "../../../webviews/contract/surfaces.ts";
import type { Project } from "../workspace/project.ts";
import { projectsWithRecords } from "../workspace/projects.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";
import { namesAny } from "./targets.ts";

/** The view of the task tree. */
export const TREE = "handoff.tasks";

export interface DashboardPages {
  openDashboard(project: Project): void;
  openOverview(): void;
}

export function dashboardCommands(context: CommandContext, { openDashboard, openOverview }: DashboardPages): CommandTable {
  return {
    "handoff.showProjects": async () => {
      await context.projects.load();
      openOverview();
    },
    "handoff.openDashboard": async (...args) => {
      await context.projects.load();
      if (!namesAny(args) && projectsWithRecords(context.projects.all).length > 1) {
        openOverview();
        return;
      }
      const project = await context.project(args);
      if (project !== undefined) openDashboard(project);
    },
  };
}

/** The pages to which a dashboard leads. */
export interface TargetPages {
  openTask(project: Project, id: string): void;
  openPage(page: ProjectPage, project: Project): unknown;
  openBoard(project: Project, query?: BoardQuery): void;
  openGantt(project: Project, id?: string, proposal?: string): void;
  openSettings(project: Project, section?: Section): void;
  openSessions(project: Project, id?: string, tab?: SessionsTab): void;
}

/** What leads out of the pages. */
interface OtherTargets {
  openOverview(): void;
  /** Shows an agent that waits. */
  goToAgent(project: Project, key: string): void;
}

/** Opens the target of a figure of a dashboard. */
export async function openTarget(pages: TargetPages, others: OtherTargets, project: Project, target: DashboardTarget): Promise<void> {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other kind is the name of a page, as `openPage` checks
  switch (target.kind) {
    case "task":
      pages.openTask(project, target.id);
      return;
    case "tree":
      await commands.executeCommand(`${TREE}.focus`);
      return;
    case "board":
      pages.openBoard(project, boardQueryOf(target));
      return;
    case "gantt":
      pages.openGantt(project, target.id, target.proposal);
      return;
    case "settings":
      pages.openSettings(project, target.section);
      return;
    case "sessions":
      pages.openSessions(project, target.id, target.tab);
      return;
    case "problems":
      await commands.executeCommand("workbench.actions.view.problems");
      return;
    case "agents":
      await commands.executeCommand("handoff.connectAgent", { project: project.id });
      return;
    case "agent":
      others.goToAgent(project, target.key);
      return;
    case "newTask":
      await commands.executeCommand("handoff.newTask", { project: project.id });
      return;
    case "projects":
      others.openOverview();
      return;
    default:
      pages.openPage(target.kind, project);
  }
}
