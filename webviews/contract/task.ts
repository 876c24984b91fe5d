import type { Command, TaskName, TaskView } from "./generated/protocol.ts";
import type { CommandResult, Snapshot, Start } from "./common.ts";

export interface TaskSnapshot extends Snapshot {
  /** Null when the task is gone. */
  task: TaskView | null;
}

export interface TaskContract {
  requests: {
    /** Sent once when the page is up; which task is the host's business. */
    ready(): Start & TaskSnapshot;
    execute(command: Command): CommandResult;
    /** The person has begun to type: the page stays with its task. */
    keep(body: null): void;
    /** The page goes to the task that the host wants there, which `ready` tells next. False when none is wanted any more. */
    follow(body: null): boolean;
    /** Tasks that this one could wait for. */
    searchDependencies(text: string): TaskName[];
    openTask(id: string): void;
    openFile(): void;
    /** A URL, a path in the workspace, or the target of a typed link; the host decides whether it may be opened. */
    openLink(target: string): void;
    deleteTask(): void;
  };
  events: {
    changed: TaskSnapshot;
    /** Another task is wanted on this page. A page on which something was typed does not answer and stays. */
    follow: null;
  };
}
