// Requests and events of the dashboard, and of the overview of several projects.

import type { BoardQuery } from "./board.ts";
import type { CommandResult, PageRequests, Snapshot, Start, TimerQuestionRequests, UndoEvents } from "./common.ts";
import type { PageCommand } from "./pageCommands.ts";
import { pages, type Place } from "./surfaces.ts";
import type { DashboardHistory, DashboardView, ProjectGlance, ProjectView, Report, Section, Status } from "./generated/protocol.ts";
import { sections, statuses } from "./generated/values.ts";
import { sessionsTabs, type SessionsTab } from "./sessions.ts";
import { isText, listOf, oneOf, recordOf } from "./validate.ts";

/** The pages that are opened at nothing in particular. */
const plainPages = pages.filter((page) => page !== "board" && page !== "gantt" && page !== "sessions" && page !== "settings");
type PlainPage = (typeof plainPages)[number];

/** What the user answers to an entry of the register that waits for an answer. */
export type EntryAnswer =
  /** The item is done. The agents get a text with their next call. */
  | { kind: "tick"; entry: string; text: string }
  | { kind: "confirm"; entry: string }
  /** The text is the reason, which may be empty. */
  | { kind: "withdraw"; entry: string; text: string };

/** What the page opens: the thing behind a figure. */
export type DashboardTarget =
  | { kind: "task"; id: string }
  /** The board with only the tasks that meet the conditions, optionally by due date; without a condition the board as the user left it. */
  | { kind: "board"; statuses: readonly Status[]; byDue: boolean; milestone?: string; overdue?: boolean }
  /** The chart, at a task or with a proposal if given. */
  | { kind: "gantt"; id?: string; proposal?: string }
  | { kind: PlainPage }
  /** The sessions page, at a session or on a tab if given. */
  | { kind: "sessions"; id?: string; tab?: SessionsTab }
  | { kind: "problems" }
  /** An agent that waits. */
  | { kind: "agent"; key: string }
  | { kind: "newTask" }
  /** The settings, at a section if given. */
  | { kind: "settings"; section?: Section }
  /** Connects agents with the project. */
  | { kind: "agents" }
  /** The overview of all projects. */
  | { kind: "projects" };

export interface DashboardSnapshot extends Snapshot {
  dashboard: DashboardView;
  /** The name of the user in this project, or empty. */
  me: string;
  /** Whether the window has other projects. */
  hasOthers: boolean;
  /** Whether an agent is known to be connected. Without one, the project may still have been used by agents. */
  agentIsConnected: boolean;
  /** Whether the user has not been on the page before, so that no changes are listed. */
  isFirstVisit: boolean;
}

/** What needs the activity log, which is read after the page is shown. */
export interface DashboardPast {
  /** The snapshot again: with the log, the lists also know since when. */
  snapshot: DashboardSnapshot;
  history: DashboardHistory;
  /** When the user was on the page before, in milliseconds since 1970; null on the first visit. */
  since: number | null;
  /** The report of the effort budget. */
  effort: Report;
}

export interface DashboardContract {
  requests: PageRequests & TimerQuestionRequests & {
    /** Sent once when the page is ready. */
    ready(): Start & DashboardSnapshot;
    execute(command: PageCommand): CommandResult;
    answerEntry(answer: EntryAnswer): CommandResult;
    /** Shows no more that no agent is connected. */
    hideAgents(): void;
    /** The page asks for it after each snapshot. `allChanges` lists all changes instead of the first ones. */
    past(request: { allChanges: boolean }): DashboardPast;
    open(target: DashboardTarget): void;
  };
  events: UndoEvents & {
    changed: DashboardSnapshot;
  };
}

/** A project of the window, or of a folder that the configuration of such a project names. */
export interface ProjectCard {
  /** Identifies the project in the window. */
  id: string;
  name: string;
  /** The folder, if it has another name; for a project that is not in the window, its whole path. */
  folder: string;
  /** Whether it is a project of the window. */
  isOpen: boolean;
  /** Why the project could not be read; null if it could be, or is still being read. */
  failure: string | null;
  /** Null while the project is being read. */
  project: ProjectView | null;
  /** Null while the project is being read, or without tasks. */
  glance: ProjectGlance | null;
}

export interface OverviewSnapshot {
  projects: ProjectCard[];
  today: string;
}

export interface OverviewContract {
  requests: {
    ready(): Start & OverviewSnapshot;
    /** Opens the dashboard of a project of the window, or else the folder of the project in a new window. */
    openProject(project: string): void;
  };
  events: {
    changed: OverviewSnapshot;
  };
}

const isStatus = oneOf(statuses);
const isPlainPage = oneOf(plainPages);
const isSection = oneOf(sections);
const isTab = oneOf(sessionsTabs);

/** Reads a target from a message; undefined if it is invalid. */
export function readDashboardTarget(value: unknown): DashboardTarget | undefined {
  const { kind, id, key, statuses: chosen, byDue, milestone, overdue, tab, section, proposal } = recordOf(value);
  const at = isText(id) ? { id } : {};
  switch (kind) {
    case "task":
      return isText(id) ? { kind, id } : undefined;
    case "agent":
      return isText(key) ? { kind, key } : undefined;
    case "board":
      return { kind, statuses: listOf(chosen, isStatus), byDue: byDue === true, ...(isText(milestone) && { milestone }), ...(overdue === true && { overdue }) };
    case "gantt":
      return { kind, ...at, ...(isText(proposal) && { proposal }) };
    case "sessions":
      return { kind, ...at, ...(isTab(tab) && { tab }) };
    case "settings":
      return { kind, ...(isSection(section) && { section }) };
    case "problems":
    case "newTask":
    case "agents":
    case "projects":
      return { kind };
    default:
      return isPlainPage(kind) ? { kind } : undefined;
  }
}

/** Reads an answer from a message; undefined if it is invalid. */
export function readEntryAnswer(value: unknown): EntryAnswer | undefined {
  const { kind, entry, text } = recordOf(value);
  if (!isText(entry)) return undefined;
  switch (kind) {
    case "confirm":
      return { kind, entry };
    case "tick":
    case "withdraw":
      return { kind, entry, text: isText(text) ? text.trim() : "" };
    default:
      return undefined;
  }
}

export function targetOfPage(page: Place): DashboardTarget {
  return page === "board" ? { kind: page, statuses: [], byDue: false } : { kind: page };
}

/** Returns the query of a board with exactly the tasks that a figure of the dashboard counts; undefined for the board as the user left it. */
export function boardQueryOf({ statuses: chosen, byDue, milestone, overdue = false }: Extract<DashboardTarget, { kind: "board" }>): BoardQuery | undefined {
  if (chosen.length === 0 && milestone === undefined && !overdue) return undefined;
  const filter = { ...(chosen.length > 0 && { statuses: [...chosen] }), ...(milestone !== undefined && { milestones: [milestone] }), ...(overdue && { overdue }) };
  return { filter, sort: byDue ? "due" : "manual", leavesOnly: true, unlimited: [] };
}
