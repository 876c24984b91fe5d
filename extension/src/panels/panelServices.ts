// The services of the window for panels, and the requests that they share.

import type { WebviewPanel } from "vscode";
import { goToAgent } from "../agents/agentTerminals.ts";
import { FIELDS, type PickedField } from "../commands/fieldPickers.ts";
import type { SavedViews } from "../filters/savedViews.ts";
import type { ViewStore } from "../filters/viewStores.ts";
import type { SessionTarget } from "../sessions/sessionTarget.ts";
import type { Target } from "../commands/targets.ts";
import type { AgentConnections } from "../start/agentConnections.ts";
import type { Disposable } from "../support/emitter.ts";
import type { TimerPort } from "../time/pageTimers.ts";
import type { Project } from "../workspace/project.ts";
import type { Visits } from "../workspace/visits.ts";
import type { ErrorReporter } from "./messages/rpcServer.ts";
import type { BoardQuery } from "../../../webviews/contract/board.ts";
import type { CommandResult, TimerAnswer, TimerQuestion } from "../../../webviews/contract/common.ts";
import type { Place } from "../../../webviews/contract/surfaces.ts";
import { targetOfPage, type DashboardTarget } from "../../../webviews/contract/dashboard.ts";
import type { Command, LibraryReferral, RegisterRow, Section } from "../../../webviews/contract/generated/protocol.ts";
import type { SendWay } from "../../../webviews/contract/task.ts";
import type { RegisterAction, SessionAction, SessionsTab } from "../../../webviews/contract/sessions.ts";
import { readCommand, readPlace, readText, readTexts, readTimerReply } from "./messages/parseMessages.ts";
import { recordOf } from "../../../webviews/contract/validate.ts";

export interface PanelServices extends ErrorReporter {
  openTask(project: Project, id: string): void;
  /** Shows a task that was selected on a page in the preview tab, if that is visible beside the page. */
  followTaskBeside(project: Project, id: string, page: WebviewPanel): void;
  openBoard(project: Project, query: BoardQuery): void;
  /** Shows a session on the sessions page. */
  openSession(project: Project, id: string): void;
  openFile(project: Project, id: string): Promise<void>;
  /** Runs a command of a page that reports the result, with what to ask then about timers. */
  execute(project: Project, command: Command, page: WebviewPanel): Promise<CommandResult>;
  /** Asks for confirmation and deletes. VSCode reports it, unless a page does. Returns null if it was declined. */
  deleteTasks(target: Target, page?: WebviewPanel): Promise<CommandResult | null>;
  /** Asks for the value of a field and sets it. Returns null if nothing was picked. */
  pick(target: Target, field: PickedField, page: WebviewPanel): Promise<CommandResult | null>;
  /** Asks for a name and saves the current plan as a baseline. Returns null if no name was given. */
  saveBaseline(project: Project, page: WebviewPanel): Promise<CommandResult | null>;
  answerTimer(project: Project, question: Pick<TimerQuestion, "action" | "ids">, answer: TimerAnswer): Promise<void>;
  /** Runs a command and reports warnings and refusals in VSCode. */
  run(project: Project, command: Command): Promise<unknown>;
  /** Sends tasks to an agent. Returns whether it was done. */
  sendTasks(target: Target, way: SendWay): Promise<boolean>;
  /** Asks for an answer to a referral, and leaves it in the project that sent it. */
  answerReferral(project: Project, referral: LibraryReferral): Promise<void>;
  /** Opens a page, or what a figure of the dashboard leads to. */
  openTarget(project: Project, target: DashboardTarget): Promise<void>;
  /** Returns whether the window has projects besides this one. */
  hasOtherProjects(project: Project): boolean;
  readonly visits: Visits;
  readonly agents: AgentConnections;
  readonly savedViews: SavedViews;
  /** Returns where views can be stored: for this person, and in each of the projects. */
  viewStores(projects: readonly Project[]): ViewStore[];
  readonly timers: TimerPort;
  actOnSession(action: SessionAction, target: SessionTarget): Promise<unknown>;
  changeRegister(project: Project, action: RegisterAction, row: RegisterRow): Promise<unknown>;
}

/** The host's side of one page. */
export interface PanelController extends Disposable {
  /** Reveals a task or session on a page that shows many. */
  reveal?(id: string): void;
  /** Offers to undo a change that was made elsewhere in the window. Absent if the page shows no messages about changes. */
  offerUndo?(summary: string): void;
  /** Shows a proposal on the chart. */
  showProposal?(id: string): void;
  /** Shows another tab of the sessions page. */
  showTab?(tab: SessionsTab): void;
  /** Shows a section of the settings page, ready for a new entry. */
  showSection?(section: Section): void;
  /** Shows a board with another filter and order. */
  filter?(query: BoardQuery): void;
  /** Tells a task page that its task was opened again. */
  opened?(): void;
  /** Shows another task, unless the user has edited the current one. */
  show?(id: string): void;
}

/** Returns the handlers of every page that offers the others. */
export function pageRequests(project: Project, services: Pick<PanelServices, "openTarget">) {
  return { openPage: (page: Place): Promise<void> => services.openTarget(project, targetOfPage(readPlace(page))) };
}

/** Shows the terminal of the agent that holds a task, if one does. */
export function goToHolder(project: Project, id: string): void {
  const holder = project.view({ kind: "task", id })?.card.holder;
  if (holder !== undefined) goToAgent(holder.actor);
}

/**
 * Returns the handlers that pages with many tasks share. The page is the origin of its commits.
 */
export function taskRequests(project: Project, services: PanelServices, page: WebviewPanel) {
  return {
    ...pageRequests(project, services),
    execute: (command: unknown): Promise<CommandResult> => services.execute(project, readCommand(command), page),
    answerTimer: (reply: unknown): Promise<void> => {
      const { question, answer } = readTimerReply(reply);
      return services.answerTimer(project, question, answer);
    },
    openTask: (id: unknown): void => services.openTask(project, readText(id)),
    goToHolder: (id: unknown): void => goToHolder(project, readText(id)),
    followTask: (id: unknown): void => services.followTaskBeside(project, readText(id), page),
    openFile: (id: unknown): Promise<void> => services.openFile(project, readText(id)),
    deleteTasks: (ids: unknown): Promise<CommandResult | null> => services.deleteTasks({ project, ids: readTexts(ids) }, page),
    pick: async (request: unknown): Promise<CommandResult | null> => {
      const { field, ids } = recordOf(request);
      const known = FIELDS.find((name): name is PickedField => name === field);
      if (known === undefined) throw new TypeError("There is no such field to pick.");
      return await services.pick({ project, ids: readTexts(ids) }, known, page);
    },
  };
}
