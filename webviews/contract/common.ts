import type { Actor, Filter, ProjectView, RecentChanges, RefusalCode, SavedView, TimerStatus } from "./generated/protocol.ts";
import type { Place } from "./surfaces.ts";

/** Why a surface may not change anything; null when it may. */
export type ReadOnlyReason = "untrusted" | "readOnlyFileSystem" | null;

/** What every surface gets first. */
export interface Start {
  /** Translations by English text; empty in English. */
  strings: Record<string, string>;
  /** BCP 47 tag for dates and numbers. */
  locale: string;
  /** The user's civil date, YYYY-MM-DD. */
  today: string;
  readOnly: ReadOnlyReason;
  /** False if shortcuts of a single letter, digit or sign do nothing. */
  singleKeys?: boolean;
}

/** Requests of every page that offers the others. */
export type PageRequests = {
  openPage(page: Place): void;
};

/** The pages that have views. */
export const viewPages = ["board", "gantt", "metrics"] as const;
export type ViewPage = (typeof viewPages)[number];

/** What a page displays besides the filter, such as its grouping. Each page reads its own. */
export type Display = Readonly<Record<string, unknown>>;

/** What a page shows now, to be saved as a view. */
export interface ShownView {
  filter: Filter;
  display: Display;
}

/** Events of pages that offer views. */
export type ViewEvents = {
  /** The views that are saved for this person have changed. */
  savedViews: SavedView[];
};

/** Requests of pages that offer views. */
export type ViewRequests = {
  /** Asks for a name in VSCode, then saves the view. */
  saveView(shown: ShownView): void;
  /** Offers in VSCode to rename, replace and delete saved views; `shown` can replace one. */
  manageViews(shown: ShownView): void;
};

/** A task that was changed although somebody else works on it. */
export interface HeldTask {
  id: string;
  actor: Actor;
}

export const timerAnswers = ["once", "always", "never"] as const;
export type TimerAnswer = (typeof timerAnswers)[number];

/** Asks whether timers follow the status of their tasks, which was just set. Without an answer nothing happens. */
export interface TimerQuestion {
  action: "start" | "stop";
  ids: string[];
  /** In the user's language, as the labels. */
  text: string;
  choices: { answer: TimerAnswer; label: string }[];
}

/** Requests of pages that ask such a question. */
export type TimerQuestionRequests = {
  answerTimer(reply: Pick<TimerQuestion, "action" | "ids"> & { answer: TimerAnswer }): void;
};

/** Result of a command, in the user's language. */
export type CommandResult =
  | { kind: "done"; changed: boolean; created: string[]; summary: string; warnings: string[]; held?: HeldTask; question?: TimerQuestion }
  | { kind: "refused"; code: RefusalCode; message: string; task?: string; field?: string; by?: Actor }
  | { kind: "failed"; message: string };

/** The answer to a command that was not carried out. */
export type Refused = CommandResult & { kind: "refused" };

/** Events of pages that offer Undo for changes. */
export type UndoEvents = {
  /**
   * A change that nothing else reports was made elsewhere in the window and can be undone; shown as
   * a toast.
   */
  undoable: { summary: string };
};

/** Events of pages that show changes of others. */
export type NewsEvents = {
  /** Others have just changed something; shown as a toast. */
  news: RecentChanges;
};

/** The part of events and answers about the project. */
export interface Snapshot {
  project: ProjectView;
  today: string;
  readOnly: ReadOnlyReason;
}

/** How far a page's project has read the activity log: a percentage, or null if it is not being read. */
export type LogProgress = number | null;

/** Events of pages that need the whole activity log. */
export type LogEvents = {
  /** The activity log is being read; `changed` follows at the end. */
  reading: LogProgress;
};

/** Fields that VSCode's picker can set on several tasks. */
export type PickableField = "assignee" | "dueDate" | "estimateHours" | "labels" | "milestone" | "priority" | "status";

/** The timers as they are now; null if they are not known. */
export type PageTimers = Pick<TimerStatus, "lead" | "timers" | "todaySeconds"> | null;

/** A running timer, for a mark at its task. */
export interface TimerMark {
  /** ID of the task. */
  id: string;
  /** The start of the measured time, in milliseconds since 1970-01-01 UTC. */
  since: number;
  /** The agent whose time it measures; absent if it is the person's. */
  agent?: Actor;
}

/** A Git commit. */
export interface GitCommit {
  hash: string;
  /** First line of its message. */
  subject: string;
  author: string;
  /** Time of the commit, RFC 3339. */
  at: string;
}
