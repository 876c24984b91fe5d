import type { TaskKnowledge, TaskName, TaskView, TimerAction } from "./generated/protocol.ts";
import type { PageCommand } from "./pageCommands.ts";
import type { CommandResult, GitCommit, PageRequests, PageTimers, Snapshot, Start } from "./common.ts";

export interface TaskSnapshot extends Snapshot {
  /** Null if the task was deleted. */
  task: TaskView | null;
}

/** The sections of the page that fold. */
export const sectionNames = ["notes", "criteria", "subtasks", "comments", "requirements", "commits", "tokens", "entries", "sessions", "memories", "documents", "history"] as const;
export type SectionName = (typeof sectionNames)[number];

/** Where the prompt of a task can be sent; `otherTerminal` asks for the program. */
export const sendWays = ["terminal", "chat", "copy"] as const;
export type SendWay = (typeof sendWays)[number];

/** The records that name a task, and its proofs that are older than their files. */
export interface KnowledgeOfTask extends TaskKnowledge {
  staleProofs?: readonly StaleProof[];
}

/** A proof whose files have changed since. */
export interface StaleProof {
  /** The text of the criterion. */
  item: string;
  files: readonly string[];
}

export interface TaskContract {
  requests: PageRequests & {
    /** Sent once when the page is ready; the host chooses the task. */
    ready(): Start & TaskSnapshot & { timers: PageTimers; folded: readonly SectionName[] };
    /** Remembers the folded sections, for all tasks. */
    fold(names: readonly SectionName[]): void;
    execute(command: PageCommand): CommandResult;
    /** The page was edited and stays on its task. */
    keep(body: null): void;
    /**
     * Switches to the task that the host has chosen, which `ready` returns next. False if none is
     * chosen any more.
     */
    follow(body: null): boolean;
    /** Returns tasks that this one could depend on. */
    searchDependencies(text: string): TaskName[];
    /** Returns the records that name the task; null if it was deleted. */
    knowledge(body: null): KnowledgeOfTask | null;
    openTask(id: string): void;
    /** Shows the terminal of the agent that holds the task. */
    goToHolder(body: null): void;
    openSession(id: string): void;
    /** Opens the file of a memory or a document that names the task. */
    openRecord(path: string): void;
    /** Opens a file of the workspace, at lines such as `12-42` if there are any. */
    openPointer(request: { path: string; lines: string }): void;
    openFile(): void;
    /**
     * A URL, a path in the workspace, or the target of a typed link; the host decides whether it
     * may be opened.
     */
    openLink(target: string): void;
    deleteTask(): void;
    /** Sends the task to an agent. Returns whether it was done; otherwise VSCode has said why. */
    send(way: SendWay): boolean;
    /** Returns the Git commits that belong to the task, newest first. */
    commits(body: null): GitCommit[];
    /** Shows the changes of one of these commits. */
    openCommit(hash: string): void;
    timer(action: TimerAction): void;
  };
  events: {
    changed: TaskSnapshot;
    timers: PageTimers;
    /** Another task should be shown on this page. An edited page ignores this. */
    follow: null;
    /** The user has opened the task again, possibly with the caret in a field. */
    opened: null;
  };
}
